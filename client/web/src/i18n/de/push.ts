import type {push as english} from '../en/push';

export const push: typeof english = {
  label: 'Mir Bescheid sagen, wenn ich am Zug bin, auch wenn diese Seite geschlossen ist',
  hint: 'Der Push-Dienst des Browser-Herstellers überbringt die Nachricht. Sie ist verschlüsselt und enthält nur den Code des Raums und dass du am Zug bist, oder dass die Partie beginnt oder endet. Hier kannst du sie wieder abschalten.',
  blocked: 'Der Browser erlaubt dieser Seite keine Mitteilungen. Ändern lässt sich das in seinen Einstellungen.',
  failed: 'Der Browser hat seinen Push-Dienst nicht erreicht. Versuch es später noch einmal.',
  refused: 'Der Server sendet keine Nachrichten an den Push-Dienst dieses Browsers.',
  offer: 'Möchtest du Bescheid bekommen, wenn du am Zug bist, auch wenn diese Seite geschlossen ist? Der Push-Dienst deines Browsers überbringt die Nachricht verschlüsselt.',
  yes: 'Sag Bescheid',
  no: 'Nein, danke',
  turn: 'Du bist am Zug.',
  start: 'Dein Gegenüber ist da. Die Partie kann beginnen.',
  over: 'Die Partie ist vorbei.',
  rematch: 'Dein Gegenüber bittet um eine Revanche.',
  room: 'Raum',
};
