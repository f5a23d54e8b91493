import type {push as english} from '../en/push';

export const push: typeof english = {
  label: 'Me prévenir quand c’est mon tour, même si cette page est fermée',
  hint: 'Le service push de l’éditeur de ton navigateur achemine le message. Il est chiffré et ne contient que le code de la salle et que c’est ton tour, ou que la partie commence ou se termine. Tu peux le désactiver ici.',
  blocked: 'Le navigateur n’autorise pas les notifications de cette page. Cela se change dans ses réglages.',
  failed: 'Le navigateur n’a pas pu joindre son service push. Réessaie plus tard.',
  refused: 'Le serveur n’envoie pas de messages au service push de ce navigateur.',
  offer: 'Veux-tu un message quand c’est ton tour, même si cette page est fermée ? Le service push de ton navigateur achemine le message, chiffré.',
  yes: 'Me prévenir',
  no: 'Non merci',
  turn: 'C’est à toi de jouer.',
  start: 'Ton adversaire est là. La partie peut commencer.',
  over: 'La partie est finie.',
  rematch: 'Ton adversaire veut une revanche.',
  room: 'Salle',
};
