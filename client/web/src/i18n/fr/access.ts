import type {access as english} from '../en/access';

export const access: typeof english = {
  title: 'Ce serveur est privé',
  lead: 'Pour jouer ici, saisis le mot de passe du serveur. La personne qui t’invite le connaît.',
  openTitle: 'Ouvrir une salle demande un mot de passe',
  openLead: 'Sur ce serveur, seules les personnes invitées ouvrent des salles. Pour rejoindre celles des autres, il n’en faut pas.',
  ended: 'Ce navigateur n’a plus accès : le mot de passe n’est plus le même, ou l’invitation a été retirée.',
  password: 'Mot de passe de ce serveur',
  hint: 'Un lien d’invitation convient aussi : ouvre-le, ou colle-le ici.',
  missing: 'Saisis d’abord le mot de passe.',
  show: 'Afficher',
  showPassword: 'Afficher le mot de passe',
  hide: 'Masquer',
  hidePassword: 'Masquer le mot de passe',
  isIn: 'Tu peux jouer ici.',
  invitation: {
    title: 'Ton invitation',
    asking: 'Le serveur la vérifie…',
    accepted: 'Tu peux jouer ici',
    acceptedText: 'Désormais, ce navigateur peut jouer sur ce serveur sans rien te demander.',
    play: 'Jouer',
    over: 'Cette invitation n’est plus valable',
    overText: 'Elle a expiré, a déjà servi ou a été retirée, ou il manque une partie du lien. Demandes-en une autre à la personne qui te l’a envoyée.',
    orPassword: 'Si tu connais le mot de passe du serveur, il convient aussi.',
  },
};
