// Icons: strokes on a 24 × 24 grid, in the colour of the text.
const paths = {
  home: 'M4 11 12 4l8 7M6 10v10h12V10M10 20v-6h4v6',
  friend: 'M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-4 2.500-6 5.500-6s5.500 2 5.500 6M16 11a3 3 0 1 0-1-5.800M16 14c3.500 0 5.500 2 5.500 6',
  bot: 'M5 9h14v10H5zM12 9V5M12 5h.01M9 13v1.500M15 13v1.500M2.500 12.500v3M21.500 12.500v3M9 17h6',
  quick: 'M13 3 5 14h6l-1 7 8-11h-6l1-7Z',
  code: 'M9 4 7 20M17 4l-2 16M4 9h16M3.500 15h16',
  rooms: 'M4 20V10l4-4 4 4v10M12 20v-8l4-3 4 3v8M2.500 20h19M8 20v-4',
  watch: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  replays: 'M4 12a8 8 0 1 0 2.500-5.800M4 4v4.500h4.500M12 8v4.500l3 2',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .8-1 1.700M12 16.800v.01',
  log: 'M6 3.500h12v17H6zM9 8h6M9 12h6M9 16h4',
  chat: 'M4 5h16v11H11l-4 4v-4H4zM8 9h8M8 12h5',
  menu: 'M5 6.500h14M5 12h14M5 17.500h14',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  flag: 'M6 21V4M6 5h12l-3 4 3 4H6',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  connection: 'M3 9.500a13 13 0 0 1 18 0M6.500 13a8 8 0 0 1 11 0M9.800 16.300a3.500 3.500 0 0 1 4.400 0M12 19.500v.01',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5.500l3.500 2',
  device: 'M3 5h12v4M3 5v10h8M1.500 18.500H11M14 10h7v11h-7zM17 18.500h1',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  check: 'M5 12.500 10 17.500 19.500 7',
  warning: 'M12 4 2.500 20h19L12 4ZM12 10v4.500M12 17.300v.01',
  seal: 'M12 14a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11ZM8.500 13 7 21l5-2.500L17 21l-1.500-8',
  first: 'M18 5 9 12l9 7V5ZM6 5v14', previous: 'M16 5 7 12l9 7V5Z', next: 'M8 5l9 7-9 7V5Z', last: 'M6 5l9 7-9 7V5ZM18 5v14',
  play: 'M7 4.500 19 12 7 19.500v-15Z', pause: 'M8 5v14M16 5v14',
  swap: 'M8 4 4 8l4 4M4 8h16M16 12l4 4-4 4M20 16H4',
  save: 'M12 4v11M7.500 11 12 15.500 16.500 11M5 20h14',
  refresh: 'M20 12a8 8 0 1 1-2.500-5.800M20 4v4.500h-4.500',
  send: 'M4 12 20 4l-5 16-3.500-6.500L4 12Z',
  down: 'M6 9.500l6 6 6-6',
} as const;

export type IconName = keyof typeof paths;

export function Icon({name}: {name: IconName}) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d={paths[name]} /></svg>
  );
}
