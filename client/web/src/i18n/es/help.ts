import type {help as english} from '../en/help';

export const help: typeof english = {
  goal: 'De qué se trata',
  goalText: [
    'Dos comerciantes de Jaipur compran y venden en el mercado. Quien tenga más rupias al final de una ronda gana un sello de excelencia. Quien primero tenga dos, o los que se hayan acordado, gana la partida.',
  ],
  turn: 'Tu turno: una de cuatro jugadas',
  moves: [
    {name: 'Tomar una mercancía', text: 'Una carta de mercancía del mercado va a tu mano; el mazo llena el hueco. En tu mano no caben más de siete cartas.'},
    {name: 'Tomar todos los camellos', text: 'Todos los camellos del mercado van a tu rebaño. No cuentan como cartas de tu mano.'},
    {name: 'Intercambiar', text: 'Toma dos o más mercancías del mercado y devuelve otras tantas cartas, mercancías o camellos. No se puede tomar y dar la misma mercancía.'},
    {name: 'Vender', text: 'Vende cuantas cartas quieras de una clase; de diamantes, oro y plata, al menos dos. Recibes las fichas de arriba de su pila: quien vende primero gana más. Tres, cuatro, o cinco cartas y más a la vez dan también una ficha de bonificación.'},
  ],
  worth: 'Lo que valen las mercancías',
  worthText: 'De la primera ficha a la última.',
  bonus: 'Fichas de bonificación',
  bonusText: ['3 cartas: de 1 a 3', '4 cartas: de 4 a 6', '5 y más: de 8 a 10'],
  end: 'El final de una ronda',
  endText: [
    'Una ronda acaba en cuanto se agotan tres clases de fichas de mercancía, cuando el mazo no puede rellenar el mercado, o tras veinte intercambios seguidos.',
    'El rebaño mayor de camellos da 5 rupias. Las cartas que quedan en la mano no valen nada. A igual riqueza gana quien tenga más fichas de bonificación, y luego quien tenga más fichas de mercancía.',
  ],
  how: 'Cómo se hace aquí',
  howText: [
    'Pulsa cartas para elegirlas, en el mercado y en tu mano. Junto al botón Jugar lees qué haría la jugada, o por qué no está permitida. Luego pulsa Jugar. También puedes arrastrar las cartas adonde deban ir. Mantén pulsada una carta para elegir todas las de su clase.',
    'Con un lector de pantalla bastan el tabulador y la barra espaciadora. Las flechas y las letras de abajo son para su modo de foco, en el que no se las queda.',
  ],
  keys: 'Teclas',
  keyList: [
    ['Flechas', 'ir de carta en carta'],
    ['Espacio, Intro', 'elegir la carta, o devolverla'],
    ['Mayús + Intro', 'elegir todas las cartas de esta clase'],
    ['p', 'jugar lo elegido'],
    ['Esc', 'devolverlo todo'],
    ['t', 'escribir un mensaje'],
    ['l', 'leer el registro'],
    ['?', 'esta ayuda'],
    ['← →', 'en una repetición: un momento atrás o adelante'],
  ],
  shuffle: 'Por qué la mezcla es limpia',
  shuffleText: [
    'Antes de una partida, el servidor y las páginas de las dos partes eligen un número secreto cada uno y publican solo su huella. Cuando están todas las huellas, se muestran los números, y los tres juntos deciden el orden de las cartas. Nadie pudo elegirlo: ni el servidor, ni nadie en la mesa, ni dos de ellos juntos.',
    'Al acabar la partida, también el servidor muestra su número. Entonces esta página reparte de nuevo cada ronda y la compara con lo que vio.',
    'Esto no impide que quien administra el servidor mire las cartas en su memoria, o detenga una partida. Y esta página viene de ese mismo servidor: si tampoco quieres fiarte de él en esto, juega con el programa para la terminal, o comprueba con él la repetición.',
  ],
  about: 'Acerca de',
  licences: 'De qué está hecha esta página, y sus licencias',
  aboutText: [
    'Jaipur es un juego de Sébastien Pauchon. Esta es una versión no oficial, hecha por aficionados, sin relación con su autor ni con ninguna editorial; no contiene ni texto ni imágenes del juego.',
    'Es software libre con licencia MIT. La página solo se comunica con su propio servidor, y tus ajustes y asientos se quedan en este navegador.',
  ],
};
