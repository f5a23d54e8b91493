// What is drawn beside the table: the mark, and a bazaar street below a palace for the first screen.
// Colours come from the style sheet (art.css), so that night falls with the dark theme.

// Of a dome that stands on (x, y): a bulb with a spike.
const dome = (x: number, y: number, w: number) =>
  `M${x - w / 2} ${y}C${x - w * 0.66} ${y - w * 0.5} ${x - w * 0.14} ${y - w * 0.62} ${x} ${y - w * 0.98}`
  + `C${x + w * 0.14} ${y - w * 0.62} ${x + w * 0.66} ${y - w * 0.5} ${x + w / 2} ${y}Z`
  + `M${x - 0.9} ${y - w * 0.9}V${y - w * 1.3}H${x + 0.9}V${y - w * 0.9}Z`;

// An opening under a pointed arch, standing on (x, y).
const arch = (x: number, y: number, w: number, h: number) =>
  `M${x - w / 2} ${y}V${y - h * 0.5}Q${x - w / 2} ${y - h * 0.82} ${x} ${y - h}Q${x + w / 2} ${y - h * 0.82} ${x + w / 2} ${y - h * 0.5}V${y}Z`;

const box = (x: number, y: number, w: number, h: number) => `M${x - w / 2} ${y}v${-h}h${w}v${h}Z`;

// A pavilion: a dome on pillars.
const pavilion = (x: number, y: number, w: number) =>
  box(x, y, w * 1.15, 5) + box(x - w * 0.42, y, w * 0.12, w * 0.75) + box(x, y, w * 0.1, w * 0.75) + box(x + w * 0.42, y, w * 0.12, w * 0.75)
  + box(x, y - w * 0.7, w * 1.25, w * 0.12) + dome(x, y - w * 0.8, w * 0.9);

const tower = (x: number, y: number, w: number, h: number) => box(x, y, w, h) + box(x, y - h, w * 1.25, 8) + pavilion(x, y - h - 6, w * 0.8);

const far = [
  box(720, 420, 1440, 60), tower(70, 380, 44, 120), tower(330, 380, 38, 90), tower(1110, 380, 38, 104), tower(1370, 380, 44, 130),
  box(200, 380, 220, 64), dome(200, 318, 86), pavilion(126, 318, 34), pavilion(274, 318, 34),
  box(1240, 380, 220, 70), dome(1240, 312, 92), pavilion(1164, 312, 34), pavilion(1316, 312, 34),
].join('');

// The palace of winds: storeys of bays that grow fewer to the top.
const storeys = [13, 13, 11, 7, 3];
const bay = {width: 42, height: 50};
const bays = storeys.flatMap((count, level) =>
  Array.from({length: count}, (_, i) => ({x: 720 + (i - (count - 1) / 2) * bay.width, y: 386 - level * bay.height})));
const walls = bays.map(({x, y}) => box(x, y, bay.width, bay.height)).join('');
const balconies = bays.map(({x, y}) => box(x, y - 6, 30, 34) + dome(x, y - 39, 25)).join('');
const windows = bays.map(({x, y}) => arch(x, y - 9, 9, 26) + arch(x - 10, y - 9, 6, 20) + arch(x + 10, y - 9, 6, 20)).join('');
const ledges = bays.map(({x, y}) => box(x, y, bay.width + 1, 3.5)).join('');
const crown = [pavilion(720, 136, 40), pavilion(622, 186, 26), pavilion(818, 186, 26), pavilion(531, 236, 24), pavilion(909, 236, 24), pavilion(489, 286, 24), pavilion(951, 286, 24)].join('');

// Stalls along the street: a scalloped awning each, in two colours.
const stalls = [-20, 92, 204, 316, 428, 540, 652, 764, 876, 988, 1100, 1212, 1324, 1436];
const stripe = (x: number, i: number) => {
  const left = x + i * 16;
  return `M${left} 366h16l${i < 3.5 ? 2 : 3} 30q${-8} 12 -16 0Z`;
};
const awning = (parity: number) => stalls.map(x => [0, 1, 2, 3, 4, 5].filter(i => i % 2 === parity).map(i => stripe(x, i)).join('')).join('');
const posts = stalls.map(x => `M${x + 3} 390v48h3v-48ZM${x + 92} 390v48h3v-48Z`).join('');
const goodsOut = stalls.map((x, i) => (i % 3 === 0
  ? `M${x + 18} 438q0-16 10-16t10 16ZM${x + 42} 438q0-20 12-20t12 20Z`
  : i % 3 === 1 ? `M${x + 16} 438v-14h22v14ZM${x + 46} 438v-20h26v20Z` : `M${x + 20} 438l4-18h12l4 18ZM${x + 52} 438c-6-8-4-16 2-20h8c6 4 8 12 2 20Z`)).join('');

const camel = 'M6 21c-3 0-5 2-6 5l2 3 7 1c3 1 4 3 5 6l4 15c2 7 6 10 11 11l-2 30h5l5-27h22l6 27h5l-2-31c4-4 6-10 6-15l3 12 2-1c1-9-2-18-8-22-5-3-9-3-13-10-3-6-6-10-11-10s-9 5-12 11c-3 5-8 6-11 1l-6-13c-2-5-6-7-10-6l-1-3-2 4Z';

function Camel({x, y, size}: {x: number; y: number; size: number}) {
  return <path class="art-camel" d={camel} transform={`translate(${x} ${y}) scale(${size})`} />;
}

const stars = [[120, 60], [260, 110], [390, 40], [520, 90], [930, 70], [1040, 30], [1180, 96], [1330, 50], [60, 150], [1400, 140], [660, 40], [800, 24]] as const;

// A dress for the top of the first screen; it says nothing that words don't.
export function Skyline() {
  return (
    <svg class="skyline" viewBox="0 0 1440 470" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <g class="art-stars">{stars.map(([x, y]) => <circle key={x} cx={x} cy={y} r="1.8" />)}</g>
      <circle class="art-halo" cx="720" cy="190" r="190" />
      <circle class="art-sun" cx="720" cy="190" r="140" />
      <path class="art-far" d={far} />
      <path class="art-wall" d={walls} />
      <path class="art-crown" d={crown} />
      <path class="art-balcony" d={balconies} />
      <path class="art-window" d={windows} />
      <path class="art-ledge" d={ledges} />
      <path class="art-shade" d="M0 386h1440v60H0Z" />
      <path class="art-post" d={posts} />
      <path class="art-goods" d={goodsOut} />
      <path class="art-awning" d={awning(0)} />
      <path class="art-awning other" d={awning(1)} />
      <path class="art-street" d="M0 436h1440v40H0Z" />
      <Camel x={452} y={376} size={0.92} /><Camel x={550} y={384} size={0.82} /><Camel x={876} y={380} size={0.86} />
    </svg>
  );
}

// The sign of the page: a diamond under an arch.
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect class="mark-ground" width="64" height="64" rx="14" />
      <path class="mark-arch" d="M14 54V31Q14 17 32 8Q50 17 50 31V54Z" />
      <path class="mark-gem" d="M23 32h18l6 8-15 14-15-14Z" />
      <path class="mark-light" d="M23 32h18l-9 8ZM17 40h15l-9-8Z" />
    </svg>
  );
}

// A band of little arches, to part things.
export function Border() {
  return (
    <svg class="border" viewBox="0 0 120 8" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      <path d={Array.from({length: 12}, (_, i) => `M${i * 10} 8q0-6 5-7.500q5 1.500 5 7.500Z`).join('')} />
    </svg>
  );
}
