import type {access as english} from '../en/access';

export const access: typeof english = {
  title: 'Ce serveur est privé',
  lead: 'Pour jouer ici, saisis le mot de passe du serveur. La personne qui t’invite le connaît.',
  openTitle: 'Il faut un mot de passe pour ouvrir une salle',
  openLead: 'Sur ce serveur, seules les personnes invitées peuvent ouvrir des salles. Tu peux rejoindre celles des autres sans ce mot de passe.',
  ended: 'Ce navigateur n’a plus accès : le mot de passe a changé, ou l’invitation a été retirée.',
  password: 'Mot de passe de ce serveur',
  hint: 'Un lien d’invitation fonctionne aussi : ouvre-le ou colle-le ici.',
  missing: 'Saisis d’abord le mot de passe.',
  show: 'Afficher',
  showPassword: 'Afficher le mot de passe',
  hide: 'Masquer',
  hidePassword: 'Masquer le mot de passe',
  isIn: 'C’est bon !',
  invitation: {
    title: 'Ton invitation',
    asking: 'Le serveur la vérifie…',
    accepted: 'C’est bon !',
    acceptedText: 'Désormais, tu peux jouer sur ce serveur avec ce navigateur sans rien saisir de plus.',
    play: 'Jouer',
    over: 'Cette invitation n’est plus valable',
    overText: 'Elle a expiré, a déjà servi ou a été retirée, ou il manque une partie du lien. Demandes-en une autre à la personne qui te l’a envoyée.',
    orPassword: 'Si tu connais le mot de passe du serveur, tu peux aussi l’utiliser.',
  },
};
