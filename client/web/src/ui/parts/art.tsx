// Decoration outside the table: the logo, and a bazaar street below a palace for the start screen. Colours come from
// art.css, so the dark theme makes it night.

// A dome on (x, y): a bulb with a spike.
const dome = (x: number, y: number, w: number) =>
  `M${x - w / 2} ${y}C${x - w * 0.66} ${y - w * 0.5} ${x - w * 0.14} ${y - w * 0.62} ${x} ${y - w * 0.98}`
  + `C${x + w * 0.14} ${y - w * 0.62} ${x + w * 0.66} ${y - w * 0.5} ${x + w / 2} ${y}Z`
  + `M${x - 0.9} ${y - w * 0.9}V${y - w * 1.3}H${x + 0.9}V${y - w * 0.9}Z`;

// An opening with a pointed arch, on (x, y).
const arch = (x: number, y: number, w: number, h: number) =>
  `M${x - w / 2} ${y}V${y - h * 0.5}Q${x - w / 2} ${y - h * 0.82} ${x} ${y - h}Q${x + w / 2} ${y - h * 0.82} ${x + w / 2} ${y - h * 0.5}V${y}Z`;

const box = (x: number, y: number, w: number, h: number) => `M${x - w / 2} ${y}v${-h}h${w}v${h}Z`;

// A pavilion: a dome on pillars.
const pavilion = (x: number, y: number, w: number) =>
  box(x, y, w * 1.15, 5) + box(x - w * 0.42, y, w * 0.12, w * 0.75) + box(x, y, w * 0.1, w * 0.75) + box(x + w * 0.42, y, w * 0.12, w * 0.75)
  + box(x, y - w * 0.7, w * 1.25, w * 0.12) + dome(x, y - w * 0.8, w * 0.9);

const tower = (x: number, y: number, w: number, h: number) => box(x, y, w, h) + box(x, y - h, w * 1.25, 8) + pavilion(x, y - h - 6, w * 0.8);

// A palace in the haze, 360 wide.
const farPalace = (x: number) => [
  tower(x - 150, 384, 44, 120), tower(x + 140, 384, 38, 90), box(x, 384, 220, 64), dome(x, 320, 86), pavilion(x - 76, 320, 34), pavilion(x + 76, 320, 34),
].join('');
const far = [-1250, -840, -420, 200, 1240, 1860, 2280, 2690].map(farPalace).join('') + box(720, 420, 4480, 56) + tower(-150, 384, 34, 70) + tower(1590, 384, 34, 70);

// The palace of winds: storeys with fewer bays towards the top.
const storeys = [13, 13, 11, 7, 3];
const bay = {width: 42, height: 50};
const bays = storeys.flatMap((count, level) =>
  Array.from({length: count}, (_, i) => ({x: 720 + (i - (count - 1) / 2) * bay.width, y: 386 - level * bay.height})));
const walls = bays.map(({x, y}) => box(x, y, bay.width, bay.height)).join('');
const balconies = bays.map(({x, y}) => box(x, y - 6, 30, 34) + dome(x, y - 39, 25)).join('');
const windows = bays.map(({x, y}) => arch(x, y - 9, 9, 26) + arch(x - 10, y - 9, 6, 20) + arch(x + 10, y - 9, 6, 20)).join('');
const ledges = bays.map(({x, y}) => box(x, y, bay.width + 1, 3.5)).join('');
const crown = [pavilion(720, 136, 40), pavilion(622, 186, 26), pavilion(818, 186, 26), pavilion(531, 236, 24), pavilion(909, 236, 24), pavilion(489, 286, 24), pavilion(951, 286, 24)].join('');

// Stalls along the street, each with a scalloped awning in two colours.
const stalls = Array.from({length: 43}, (_, i) => -1636 + i * 112);
const stripe = (x: number, i: number) => {
  const left = x + i * 16;
  return `M${left} 366h16l${i < 3.5 ? 2 : 3} 30q${-8} 12 -16 0Z`;
};
const awnings = [0, 1].map(parity => stalls.map(x => [0, 1, 2, 3, 4, 5].filter(i => i % 2 === parity).map(i => stripe(x, i)).join('')).join(''));
const posts = stalls.map(x => `M${x + 3} 390v48h3v-48ZM${x + 92} 390v48h3v-48Z`).join('');
const goodsOut = stalls.map((x, i) => (i % 3 === 0
  ? `M${x + 18} 438q0-16 10-16t10 16ZM${x + 42} 438q0-20 12-20t12 20Z`
  : i % 3 === 1 ? `M${x + 16} 438v-14h22v14ZM${x + 46} 438v-20h26v20Z` : `M${x + 20} 438l4-18h12l4 18ZM${x + 52} 438c-6-8-4-16 2-20h8c6 4 8 12 2 20Z`)).join('');

const camel = 'M6 21c-3 0-5 2-6 5l2 3 7 1c3 1 4 3 5 6l4 15c2 7 6 10 11 11l-2 30h5l5-27h22l6 27h5l-2-31c4-4 6-10 6-15l3 12 2-1c1-9-2-18-8-22-5-3-9-3-13-10-3-6-6-10-11-10s-9 5-12 11c-3 5-8 6-11 1l-6-13c-2-5-6-7-10-6l-1-3-2 4Z';

function Camel({x, y, size}: {x: number; y: number; size: number}) {
  return <path class="art-camel" d={camel} transform={`translate(${x} ${y}) scale(${size})`} />;
}

const stars = [[-1400, 150], [-1180, 100], [-900, 180], [-640, 140], [-420, 130], [-240, 190], [-60, 110], [120, 150], [260, 190], [390, 110], [500, 150], [930, 140], [1040, 100], [1180, 166], [1330, 120], [1540, 180], [1700, 110], [1900, 150], [2120, 120], [2380, 180], [2640, 110], [2860, 160]] as const;

// The picture at the top of the start screen, hidden from screen readers. Its street is ten times as long as it is high:
// a wide, low window shows all of the palace, too.
export function Skyline() {
  return (
    <svg class="skyline" viewBox="-1480 56 4400 450" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <g class="art-stars">{stars.map(([x, y]) => <circle key={x} cx={x} cy={y} r="1.8" />)}</g>
      <circle class="art-halo" cx="720" cy="232" r="176" />
      <circle class="art-sun" cx="720" cy="232" r="130" />
      <path class="art-far" d={far} />
      <path class="art-wall" d={walls} />
      <path class="art-crown" d={crown} />
      <path class="art-balcony" d={balconies} />
      <path class="art-window" d={windows} />
      <path class="art-ledge" d={ledges} />
      <path class="art-shade" d="M-1530 386h4500v60h-4500Z" />
      <path class="art-post" d={posts} />
      <path class="art-goods" d={goodsOut} />
      <path class="art-awning" d={awnings[0]} />
      <path class="art-awning other" d={awnings[1]} />
      <path class="art-street" d="M-1530 436h4500v80h-4500Z" />
      <Camel x={430} y={386} size={0.92} /><Camel x={528} y={394} size={0.82} /><Camel x={884} y={390} size={0.86} />
    </svg>
  );
}

// The logo: a diamond under an arch.
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

// A row of little arches, as a separator.
export const Border = () => <div class="border" aria-hidden="true" />;
