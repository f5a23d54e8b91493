import type {help as english} from '../en/help';

export const help: typeof english = {
  goal: 'Worum es geht',
  goalText: [
    'Zwei kaufen und verkaufen auf dem Markt von Jaipur. Wer am Ende einer Runde reicher ist, gewinnt ein Siegel. Wer zuerst zwei davon hat, oder so viele wie vereinbart, gewinnt die Partie.',
  ],
  turn: 'Dein Zug: eine von vier Möglichkeiten',
  moves: [
    {name: 'Eine Ware nehmen', text: 'Eine Warenkarte vom Markt kommt auf deine Hand; der Nachziehstapel füllt die Lücke. Mehr als sieben Karten fasst deine Hand nicht.'},
    {name: 'Alle Kamele nehmen', text: 'Alle Kamele des Markts kommen in deine Herde. Sie zählen nicht als Karten deiner Hand.'},
    {name: 'Tauschen', text: 'Nimm zwei oder mehr Waren vom Markt und gib ebenso viele Karten zurück, Waren oder Kamele. Dieselbe Ware kannst du nicht nehmen und geben.'},
    {name: 'Verkaufen', text: 'Verkauf beliebig viele Karten einer Sorte; von Diamanten, Gold und Silber mindestens zwei. Du bekommst die obersten Chips ihres Chipstapels: Wer zuerst verkauft, bekommt mehr. Drei, vier, oder fünf und mehr Karten auf einmal bringen auch einen Bonuschip.'},
  ],
  worth: 'Was die Waren wert sind',
  worthText: 'Vom ersten Chip zum letzten.',
  bonus: 'Bonuschips',
  bonusText: ['3 Karten: 1 bis 3', '4 Karten: 4 bis 6', '5 und mehr: 8 bis 10'],
  end: 'Das Ende einer Runde',
  endText: [
    'Eine Runde endet sofort, wenn drei Sorten Warenchips aufgebraucht sind, wenn der Nachziehstapel den Markt nicht mehr füllen kann, oder wenn zwanzigmal hintereinander getauscht wurde.',
    'Die größere Kamelherde bringt 5 Rupien. Karten, die auf der Hand bleiben, sind nichts wert. Haben beide gleich viel, gewinnt, wer mehr Bonuschips hat, und danach, wer mehr Warenchips hat.',
  ],
  how: 'Wie es hier geht',
  howText: [
    'Drück auf Karten, um sie zu wählen, auf dem Markt und auf deiner Hand. Neben dem Knopf zum Spielen steht, was der Zug bewirkt, oder warum er nicht geht. Dann drück auf Spielen. Du kannst Karten auch dorthin ziehen, wohin sie sollen. Halte eine Karte gedrückt, um alle ihrer Sorte zu wählen.',
    'Mit einem Screenreader geht all das mit Tab und Leertaste. Die Pfeile und die einzelnen Buchstaben unten sind für seinen Fokusmodus, in dem er sie nicht für sich behält.',
  ],
  keys: 'Tasten',
  keyList: [
    ['Pfeile', 'von Karte zu Karte gehen'],
    ['Leertaste, Eingabe', 'die Karte wählen oder zurücklegen'],
    ['Umschalt + Eingabe', 'alle Karten dieser Sorte wählen'],
    ['p', 'spielen, was gewählt ist'],
    ['Esc', 'alles zurücklegen'],
    ['t', 'eine Nachricht schreiben'],
    ['l', 'den Verlauf lesen'],
    ['?', 'diese Hilfe'],
    ['← →', 'in einer Aufzeichnung: einen Moment zurück oder weiter'],
  ],
  shuffle: 'Warum ehrlich gemischt wird',
  shuffleText: [
    'Vor einer Partie wählen der Server und eure beiden Seiten je eine geheime Zahl und veröffentlichen nur deren Fingerabdruck. Erst wenn alle Fingerabdrücke da sind, werden die Zahlen gezeigt, und alle drei zusammen bestimmen die Reihenfolge der Karten. Niemand konnte sie wählen: weder der Server noch jemand am Tisch, auch nicht zwei davon zusammen.',
    'Ist die Partie vorbei, zeigt auch der Server seine Zahl. Diese Seite teilt dann jede Runde noch einmal aus und vergleicht sie mit dem, was sie gesehen hat.',
    'Das hindert niemanden, der den Server betreibt, die Karten in dessen Speicher anzusehen oder eine Partie abzubrechen. Und diese Seite kommt von eben dem Server: Wer ihm auch darin nicht trauen mag, spielt mit dem Programm für das Terminal oder lässt es die Aufzeichnung prüfen.',
  ],
  about: 'Über diese Seite',
  licences: 'Woraus diese Seite gemacht ist, mit den Lizenzen',
  aboutText: [
    'Jaipur ist ein Spiel von Sébastien Pauchon. Dies ist eine inoffizielle Umsetzung von Fans, mit dem Autor und mit Verlagen nicht verbunden; sie enthält weder Text noch Bilder des Spiels.',
    'Sie ist freie Software unter der MIT-Lizenz. Die Seite spricht nur mit ihrem eigenen Server, und deine Einstellungen und Plätze bleiben in diesem Browser.',
  ],
};
