import type {help as english} from '../en/help';

export const help: typeof english = {
  goal: 'De quoi il s’agit',
  goalText: [
    'Deux personnes achètent et vendent au marché de Jaipur. La personne la plus riche à la fin d’une manche gagne un sceau d’excellence. La première à en avoir deux, ou autant que convenu, gagne la partie.',
  ],
  turn: 'Ton tour : une action sur quatre',
  moves: [
    {name: 'Prendre une marchandise', text: 'Une carte de marchandise du marché va dans ta main ; la pioche comble le vide. Ta main ne contient pas plus de sept cartes.'},
    {name: 'Prendre tous les chameaux', text: 'Tous les chameaux du marché rejoignent ton troupeau. Ils ne comptent pas parmi les cartes de ta main.'},
    {name: 'Échanger', text: 'Prends deux marchandises ou plus au marché et rends autant de cartes, marchandises ou chameaux. On ne peut pas prendre et donner la même marchandise.'},
    {name: 'Vendre', text: 'Vends autant de cartes d’un type que tu veux ; au moins deux pour les diamants, l’or et l’argent. Tu reçois les jetons du dessus de sa pile : plus on vend tôt, plus on gagne. Trois, quatre, ou cinq cartes et plus à la fois rapportent aussi un jeton bonus.'},
  ],
  worth: 'Ce que valent les marchandises',
  worthText: 'Du premier jeton au dernier.',
  bonus: 'Jetons bonus',
  bonusText: ['3 cartes : 1 à 3', '4 cartes : 4 à 6', '5 et plus : 8 à 10'],
  end: 'La fin d’une manche',
  endText: [
    'Une manche finit aussitôt que trois types de jetons de marchandises sont épuisés, que la pioche ne peut plus remplir le marché, ou après vingt échanges de suite.',
    'Le plus grand troupeau de chameaux rapporte 5 roupies. Les cartes restées en main ne valent rien. À richesse égale, le plus grand nombre de jetons bonus l’emporte, puis le plus grand nombre de jetons de marchandises.',
  ],
  how: 'Comment faire ici',
  howText: [
    'Appuie sur des cartes pour les choisir, au marché et dans ta main. À côté du bouton Jouer, tu lis ce que le coup ferait, ou pourquoi il n’est pas permis. Puis appuie sur Jouer. Tu peux aussi faire glisser les cartes là où elles doivent aller. Appuie longuement sur une carte pour choisir toutes celles de son type.',
    'Avec un lecteur d’écran, Tab et Espace suffisent à tout. Les flèches et les lettres ci-dessous sont pour son mode focus, où il ne les garde pas pour lui.',
  ],
  keys: 'Touches',
  keyList: [
    ['Flèches', 'aller de carte en carte'],
    ['Espace, Entrée', 'choisir la carte, ou la remettre'],
    ['Maj + Entrée', 'choisir toutes les cartes de ce type'],
    ['p', 'jouer ce qui est choisi'],
    ['Échap', 'tout remettre'],
    ['t', 'écrire un message'],
    ['l', 'lire le journal'],
    ['?', 'cette aide'],
    ['← →', 'en revoyant une partie : un moment en arrière ou en avant'],
  ],
  shuffle: 'Pourquoi le mélange est équitable',
  shuffleText: [
    'Avant une partie, le serveur et la page de chaque personne qui joue choisissent chacun un nombre secret et n’en publient que l’empreinte. Quand toutes les empreintes sont connues, les nombres sont montrés, et les trois ensemble décident de l’ordre des cartes. Personne n’a pu le choisir : ni le serveur, ni l’une des deux personnes, ni même deux des trois ensemble.',
    'La partie finie, le serveur montre aussi son nombre. Cette page redistribue alors chaque manche et la compare à ce qu’elle a vu.',
    'Cela n’empêche pas la personne qui gère le serveur de regarder les cartes dans sa mémoire, ou d’arrêter une partie. Et cette page vient de ce même serveur : si tu ne veux pas t’y fier non plus, joue avec le programme pour terminal, ou fais-lui vérifier la partie.',
  ],
  about: 'À propos',
  licences: 'Ce dont cette page est faite, et ses licences',
  aboutText: [
    'Jaipur est un jeu de Sébastien Pauchon. Ceci est une réalisation non officielle, par des amateurs, sans lien avec son auteur ni avec un éditeur ; elle ne contient ni texte ni image du jeu.',
    'C’est un logiciel libre sous licence MIT. La page ne communique qu’avec son propre serveur, et tes réglages et tes places restent dans ce navigateur.',
  ],
};
