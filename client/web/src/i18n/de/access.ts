import type {access as english} from '../en/access';

export const access: typeof english = {
  title: 'Dieser Server ist privat',
  lead: 'Gib das Passwort des Servers ein, um hier zu spielen. Wer dich eingeladen hat, kennt es.',
  openTitle: 'Für einen Raum brauchst du ein Passwort',
  openLead: 'Auf diesem Server eröffnen nur eingeladene Leute Räume. In die Räume anderer kommst du auch ohne.',
  ended: 'Dieser Browser hat keinen Zugang mehr: Das Passwort ist jetzt ein anderes, oder die Einladung wurde zurückgezogen.',
  password: 'Passwort dieses Servers',
  hint: 'Ein Einladungslink geht auch: Öffne ihn, oder füg ihn hier ein.',
  missing: 'Gib erst das Passwort ein.',
  show: 'Zeigen',
  showPassword: 'Passwort zeigen',
  hide: 'Verbergen',
  hidePassword: 'Passwort verbergen',
  isIn: 'Du bist drin.',
  invitation: {
    title: 'Deine Einladung',
    asking: 'Der Server prüft sie…',
    accepted: 'Du bist drin',
    acceptedText: 'Von jetzt an kann dieser Browser auf diesem Server spielen, ohne dass er dich fragt.',
    play: 'Spielen',
    over: 'Diese Einladung gilt nicht mehr',
    overText: 'Sie ist abgelaufen, verbraucht oder zurückgezogen, oder ein Teil des Links fehlt. Bitte die Person, von der du sie hast, um eine neue.',
    orPassword: 'Wenn du das Passwort des Servers kennst, geht es auch damit.',
  },
};
