import type {access as english} from '../en/access';

export const access: typeof english = {
  title: 'Dieser Server ist privat',
  lead: 'Gib das Passwort des Servers ein, um hier zu spielen. Wer dich eingeladen hat, kennt es.',
  openTitle: 'Um einen Raum zu eröffnen, brauchst du ein Passwort',
  openLead: 'Auf diesem Server können nur eingeladene Leute Räume eröffnen. In die Räume anderer kommst du auch ohne dieses Passwort.',
  ended: 'Dieser Browser hat keinen Zugang mehr: Das Passwort wurde geändert, oder die Einladung wurde zurückgezogen.',
  password: 'Passwort dieses Servers',
  hint: 'Ein Einladungslink geht auch: Öffne ihn, oder füg ihn hier ein.',
  missing: 'Gib erst das Passwort ein.',
  show: 'Anzeigen',
  showPassword: 'Passwort anzeigen',
  hide: 'Verbergen',
  hidePassword: 'Passwort verbergen',
  isIn: 'Du bist drin.',
  invitation: {
    title: 'Deine Einladung',
    asking: 'Der Server prüft sie …',
    accepted: 'Du bist drin',
    acceptedText: 'Von jetzt an kannst du in diesem Browser auf diesem Server spielen, ohne noch einmal gefragt zu werden.',
    play: 'Spielen',
    over: 'Diese Einladung gilt nicht mehr',
    overText: 'Sie ist abgelaufen, wurde schon benutzt oder zurückgezogen, oder ein Teil des Links fehlt. Bitte die Person, von der du sie hast, um eine neue.',
    orPassword: 'Wenn du das Passwort des Servers kennst, geht es auch damit.',
  },
};
