import type {push as english} from '../en/push';

export const push: typeof english = {
  label: 'Avisarme cuando sea mi turno, aunque esta página esté cerrada',
  hint: 'El servicio push del fabricante de tu navegador entrega el mensaje. Está cifrado y solo dice el código de la sala y que es tu turno, o que la partida empieza o termina. Puedes desactivarlo aquí.',
  blocked: 'El navegador no permite notificaciones de esta página. Se puede cambiar en los ajustes del navegador.',
  failed: 'El navegador no pudo conectar con su servicio push. Inténtalo más tarde.',
  refused: 'El servidor no envía mensajes al servicio push de este navegador.',
  offer: '¿Quieres un aviso cuando sea tu turno, aunque esta página esté cerrada? El servicio push de tu navegador lo entrega cifrado.',
  yes: 'Avísame',
  no: 'No, gracias',
  turn: 'Es tu turno.',
  start: 'Tu rival ha llegado. La partida puede empezar.',
  over: 'Terminó la partida.',
  rematch: 'Tu rival quiere la revancha.',
  room: 'Sala',
};
