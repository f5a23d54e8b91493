// Texts for servers that admit only invited people, or let only them open rooms. They come with the form for the
// password.
export const access = {
  title: 'This server is private',
  lead: 'To play here, enter the server’s password. The person who invited you knows it.',
  openTitle: 'You need a password to open a room',
  openLead: 'Only invited people can open rooms on this server. You can join other people’s rooms without this password.',
  ended: 'This browser no longer has access: the password has changed, or the invitation was withdrawn.',
  password: 'Server password',
  hint: 'An invitation link works too: open it, or paste it here.',
  missing: 'Enter the password first.',
  show: 'Show',
  showPassword: 'Show the password',
  hide: 'Hide',
  hidePassword: 'Hide the password',
  isIn: 'You’re in.',
  invitation: {
    title: 'Your invitation',
    asking: 'The server is checking it…',
    accepted: 'You’re in',
    acceptedText: 'From now on, you can play on this server in this browser without being asked again.',
    play: 'Start playing',
    over: 'This invitation no longer works',
    overText: 'It has expired, was already used or was withdrawn, or part of the link is missing. Ask the person who sent it for a new one.',
    orPassword: 'If you know the server’s password, you can use that instead.',
  },
};
