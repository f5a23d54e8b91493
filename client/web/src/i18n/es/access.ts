import type {access as english} from '../en/access';

export const access: typeof english = {
  title: 'Este servidor es privado',
  lead: 'Para jugar aquí, escribe la contraseña del servidor. La sabe quien te invitó.',
  openTitle: 'Para abrir una sala hace falta una contraseña',
  openLead: 'En este servidor solo pueden abrir salas las personas invitadas. En las salas de otros puedes entrar sin esta contraseña.',
  ended: 'Este navegador ya no tiene acceso: la contraseña ha cambiado, o se retiró la invitación.',
  password: 'Contraseña de este servidor',
  hint: 'También vale un enlace de invitación: ábrelo o pégalo aquí.',
  missing: 'Escribe primero la contraseña.',
  show: 'Mostrar',
  showPassword: 'Mostrar la contraseña',
  hide: 'Ocultar',
  hidePassword: 'Ocultar la contraseña',
  isIn: '¡Ya estás dentro!',
  invitation: {
    title: 'Tu invitación',
    asking: 'El servidor la está comprobando…',
    accepted: '¡Ya estás dentro!',
    acceptedText: 'Desde ahora puedes jugar en este servidor con este navegador sin que se te pregunte de nuevo.',
    play: 'Jugar',
    over: 'Esta invitación ya no sirve',
    overText: 'Ha caducado, ya se usó o se retiró, o falta una parte del enlace. Pide otra a quien te la envió.',
    orPassword: 'Si sabes la contraseña del servidor, también sirve.',
  },
};
