// The table's drawings: two flat tones over any colour. `Sprite` holds each of them once; `Picture` shows one. They have
// no text and no actions. The sprite belongs to the screen: if it came and went with the table, each picture would be
// drawn twice.
import type {Card} from '../../protocol/messages';
import {memo} from '../parts/memo';

export type PictureName = Card | 'back' | 'seal' | 'niche' | 'bonus' | 'rupee' | 'camel_token';

// Light and shade over the colour of the text.
const Shade = ({d, by = 0.24}: {d: string; by?: number}) => <path d={d} fill="#1a0d05" fill-opacity={by} />;
const Light = ({d, by = 0.38}: {d: string; by?: number}) => <path d={d} fill="#fff" fill-opacity={by} />;

// A circle with `lobes` scallops.
function scalloped(centre: number, radius: number, lobes: number): string {
  const at = (i: number) => {
    const angle = (i / lobes) * 2 * Math.PI;
    return `${(centre + radius * Math.sin(angle)).toFixed(2)} ${(centre - radius * Math.cos(angle)).toFixed(2)}`;
  };
  const lobe = (radius * Math.PI / lobes * 1.05).toFixed(2);
  return `M${at(0)}${Array.from({length: lobes}, (_, i) => `A${lobe} ${lobe} 0 0 1 ${at(i + 1)}`).join('')}Z`;
}

// A cusped arch, as on the windows of Jaipur; 100 wide, 140 high.
export const arch = 'M13 112V58A12 12 0 0 1 22 41A11 11 0 0 1 35 29C42 27 47 23 50 16C53 23 58 27 65 29A11 11 0 0 1 78 41A12 12 0 0 1 87 58V112Z';

const camel = 'M5 41C4 33 8 28 14 27 18 26 19 24 21 20 23 15 30 14 33 19 35 23 36 26 40 27 44 28 46 25 46 21L46 14C46 8 49 5 53 5L55 3 56 5.500C60 6 62 9 62 12 61 14 57 14 53 14L52 24C51 33 49 37 45 39L44 47 45 60H41L39.500 49 38 41C31 44 22 43 17 40L15 48 16 60H12L10.500 48 11 39 8 36C7 38 7 41 7 43Z';

const print = (x: number, y: number): string =>
  `M${x} ${y - 9}c5 4 5 9 0 13c-5-4-5-9 0-13zM${x - 2} ${y + 6}c-6 1-8-3-8-7c5 0 7 3 8 7zM${x + 2} ${y + 6}c6 1 8-3 8-7c-5 0-7 3-8 7z`;

const prints = [0, 1, 2, 3, 4].flatMap(row => Array.from({length: row % 2 ? 2 : 3}, (_, i) => print((row % 2 ? 35 : 20) + 30 * i, 22 + 24 * row))).join('');

// As few shapes as possible: each picture that is shown copies them all.
// Drawn anew each time: an element that outlives its screen would keep the whole screen in memory.
const drawings: Record<PictureName, {box: string; drawing: () => preact.ComponentChildren}> = {
  diamond: {box: '0 0 64 64', drawing: () => <>
    <path d="M20 12H44L56 27 32 56 8 27Z" />
    <Light d="M20 12 24 27H8Z" /><Light d="M32 12 24 27H40Z" by={0.5} /><Shade d="M44 12 40 27H56Z" by={0.14} />
    <Shade d="M24 27H40L32 56Z" by={0.12} /><Shade d="M40 27H56L32 56Z" by={0.3} />
  </>},
  gold: {box: '0 0 64 64', drawing: () => <>
    <path d="M21 15H42L48 31H15ZM5 37 26 35 31 53H1ZM38 35H59L63 53H33Z" />
    <Light d="M21 15H42L38 20H25ZM6 36H26L22 41H10ZM38 36H58L54 41H42Z" by={0.55} />
    <Shade d="M42 15 48 31 42 31 38 20ZM26 36 31 53H26L22 41ZM58 36 63 53H58L54 41Z" by={0.26} />
  </>},
  silver: {box: '0 0 64 64', drawing: () => <>
    <circle cx="32" cy="7" r="3.4" />
    <path d="M25 10H39L42 15H22ZM27 15H37V21C46 24 51 31 51 39 51 49 43 54 32 54S13 49 13 39C13 31 18 24 27 21ZM22 55H42L46 60H18Z" />
    <path d="M47 25C60 20 63 36 50 43" fill="none" stroke="currentColor" stroke-width="4" />
    <path d="M15 33 4 21 1 25 13 45Z" />
    <Shade d="M37 21C46 24 51 31 51 39 51 49 43 54 32 54 42 49 44 34 35 22Z" />
    <Light d="M24 26C19 30 17 36 18 42 21 38 23 32 27 27Z" by={0.55} />
    <Shade d="M14 35H50L51 39H13Z" by={0.16} />
  </>},
  cloth: {box: '0 0 64 64', drawing: () => <>
    <path d="M10 8H46A8 8 0 0 1 54 16V20A8 8 0 0 1 46 22H18V22H46A8 8 0 0 1 54 30V34A8 8 0 0 1 46 36H46A8 8 0 0 1 54 44V58H14V22A7 7 0 0 1 10 8Z" />
    <Shade d="M14 22H46A8 8 0 0 1 53 26C50 24 48 25 14 25ZM14 36H46A8 8 0 0 1 53 40C50 38 48 39 14 39Z" by={0.3} />
    <Light d="M14 52H54V55H14ZM14 46H54V48H14Z" by={0.5} />
    <path d="M22 12l3 3-3 3-3-3ZM34 12l3 3-3 3-3-3ZM46 12l3 3-3 3-3-3ZM26 28l2.5 2.5-2.5 2.5-2.5-2.5ZM38 28l2.5 2.5-2.5 2.5-2.5-2.5Z" fill="#1a0d05" fill-opacity=".32" />
    <path d="M17 58v4M24 58v4M31 58v4M38 58v4M45 58v4M51 58v4" stroke="currentColor" stroke-width="2" />
  </>},
  spice: {box: '0 0 64 64', drawing: () => <>
    <path d="M12 33C18 25 24 10 33 6 41 11 46 25 52 33Z" />
    <Light d="M33 6C24 10 18 25 12 33H24C26 24 28 14 33 6Z" by={0.45} />
    <path d="M4 33H60C60 47 50 55 41 56H23C14 55 4 47 4 33ZM22 57H42L45 61H19Z" />
    <Shade d="M4 33H60C60 35 59.800 37 59 39H5C4.200 37 4 35 4 33Z" by={0.3} />
    <Shade d="M46 39H59C57 49 49 55 41 56H34C42 52 45 46 46 39Z" by={0.16} />
    <Light d="M14 44l3 3-3 3-3-3ZM26 44l3 3-3 3-3-3ZM38 44l3 3-3 3-3-3Z" by={0.6} />
    <Shade d="M34 16h2v2h-2zM38 23h2v2h-2zM33 26h2v2h-2zM42 28h2v2h-2z" by={0.35} />
  </>},
  leather: {box: '0 0 64 64', drawing: () => <>
    <path d="M4 47C4 36 8 27 16 25 21 25 22 31 27 34 34 38 44 34 50 27 54 22 54 16 48 14 56 10 63 17 61 27 59 37 52 46 42 49 32 52 20 51 10 51 6 51 4 50 4 47Z" />
    <Shade d="M9 39C11 33 14 30 17 30 20 31 21 36 26 39 21 41 14 41 9 39Z" by={0.42} />
    <path d="M4 50C8 53 30 55 42 52 48 50 53 47 57 41V46C53 52 47 57 40 58H8C4 58 3 54 4 50Z" fill="#4a2910" />
    <Light d="M33 41l2.600 2.600-2.600 2.600-2.600-2.600ZM41 38l2.600 2.600-2.600 2.600-2.600-2.600ZM48 33l2.300 2.300-2.300 2.300-2.300-2.300Z" by={0.7} />
  </>},
  camel: {box: '0 0 64 64', drawing: () => <>
    <path d={camel} />
    <path d="M19 25C21 29 30 30 37 26 38 30 38 35 37 40 30 43 23 42 18 39 17 34 17 29 19 25Z" fill="var(--rug, #7d2418)" />
    <Light d="M18.500 35C24 39 31 39.500 37.700 36.500L37.300 39C31 42 24 41.500 18 38.200Z" by={0.55} />
    <Shade d="M45 39 44 47 45 60H43L42 48 42 40ZM17 40 15 48 16 60H14L13 48 14 39Z" by={0.2} />
  </>},
  // The back of a card: a block print in a frame.
  back: {box: '0 0 100 140', drawing: () => <>
    <rect width="100" height="140" rx="8" fill="var(--back)" />
    <rect x="6" y="6" width="88" height="128" rx="5" fill="none" stroke="var(--back-print)" stroke-width="2.500" />
    <path d={prints} fill="var(--back-print)" />
  </>},
  // The middle of a card: an arch on plain paper; the kind's border stays visible around it.
  niche: {box: '0 0 100 140', drawing: () => <>
    <rect x="8" y="8" width="84" height="124" rx="4" fill="var(--card)" stroke="currentColor" stroke-width="1.6" />
    <path d={`${arch}M17 14l3.500 3.500-3.500 3.500-3.500-3.500zM83 14l3.500 3.500-3.500 3.500-3.500-3.500z`} />
    <path d="M20 112V60A11 11 0 0 1 27 46A11 11 0 0 1 39 34C44 32 47.500 29 50 24C52.500 29 56 32 61 34A11 11 0 0 1 73 46A11 11 0 0 1 80 60V112Z" fill="#fff" fill-opacity=".13" />
    <path d="M13 106H87V112H13Z" fill="#1a0d05" fill-opacity=".25" />
  </>},
  seal: {box: '0 0 64 64', drawing: () => <>
    <path d="M20 40 12 62 22 57 29 63 33 44ZM44 40 52 62 42 57 35 63 31 44Z" />
    <Shade d="M20 40 12 62 22 57 29 63 33 44ZM44 40 52 62 42 57 35 63 31 44Z" by={0.25} />
    <path d={scalloped(32, 24, 12)} transform="translate(0 -5)" />
    <circle cx="32" cy="27" r="18" fill="none" stroke="#1a0d05" stroke-opacity=".35" stroke-width="2" />
    <Light d="M32 13l4.200 9 9.800 1-7.300 6.600 2.100 9.700-8.800-5-8.800 5 2.100-9.700L18 23l9.800-1z" by={0.75} />
  </>},
  bonus: {box: '0 0 64 64', drawing: () => <><path d={scalloped(32, 27, 10)} /><circle cx="32" cy="32" r="22" fill="#fff" fill-opacity=".16" /></>},
  camel_token: {box: '0 0 64 64', drawing: () => <>
    <path d={scalloped(32, 29, 14)} fill="#2f4a86" />
    <path d={camel} fill="#f4cf93" transform="translate(13 13) scale(.6)" />
  </>},
  rupee: {box: '0 0 64 64', drawing: () => <>
    <circle cx="32" cy="32" r="30" fill="#eab12d" />
    <circle cx="32" cy="32" r="25" fill="none" stroke="#3a2200" stroke-opacity=".4" stroke-width="2" stroke-dasharray="2.500 3.400" />
    <path d="M22 18H43M22 27H43M22 18H29C42 18 42 36 29 36H22L37 49" fill="none" stroke="#3a2200" stroke-width="4.500" stroke-linejoin="round" stroke-linecap="round" />
  </>},
};

// The block prints of the cards' borders: a tile for each kind, a tenth of a card wide. As images in the styles, each would
// need its own document: 2 to 3 ms of work in the frame that first shows its kind.
const tiles: Record<Card, {box: [number, number]; tile: () => preact.ComponentChildren}> = {
  diamond: {box: [10, 10], tile: () => <path d="M0 5 5 0l5 5-5 5ZM0 0l10 10M10 0 0 10" fill="none" stroke="#ac1f3b" stroke-width="1.4" />},
  gold: {box: [14, 10], tile: () => <path d="M1 4.500h6l-1-3h-4ZM8 4.500h6l-1-3H9ZM4.500 9.500h6l-1-3h-4Z" fill="#b47100" />},
  silver: {box: [10, 8], tile: () => <path d="M0 8a5 5 0 0 1 10 0M2.500 8a2.500 2.500 0 0 1 5 0M-5 4a5 5 0 0 1 10 0a5 5 0 0 1 10 0" fill="none" stroke="#5f7182" stroke-width="1.4" />},
  cloth: {box: [10, 10], tile: () => <path d="M5 0c2 2 2 3 0 5c-2-2-2-3 0-5ZM5 10c-2-2-2-3 0-5c2 2 2 3 0 5ZM0 5c2-2 3-2 5 0c-2 2-3 2-5 0ZM10 5c-2 2-3 2-5 0c2-2 3-2 5 0ZM0 0h1.300a1.300 1.300 0 0 1-1.300 1.300ZM10 0v1.300a1.300 1.300 0 0 1-1.300-1.300ZM0 10v-1.300a1.300 1.300 0 0 1 1.300 1.300ZM10 10h-1.300a1.300 1.300 0 0 1 1.300-1.300Z" fill="#74307f" />},
  spice: {box: [8, 10], tile: () => <path d="M4 0c3 2 3 5 0 8c-3-3-3-6 0-8ZM0 7.800a1.200 1.200 0 0 1 0 2.400ZM8 7.800a1.200 1.200 0 0 0 0 2.400Z" fill="#366f2e" />},
  leather: {box: [10, 10], tile: () => <path d="M0 1h4v3H0ZM6 1h4v3H6ZM1 6h8v3H1Z" fill="#774521" />},
  camel: {box: [12, 8], tile: () => <path d="M0 8 3 1l3 7 3-7 3 7M0 3l3-4 3 4 3-4 3 4" fill="none" stroke="#2f4a86" stroke-width="1.4" />},
};

// Groups, because every use of a symbol adds an element and a clip. Patterns work only in an SVG that is laid out, so they
// have their own.
export const Sprite = memo(() => <>
  <svg class="art-sprite" width="0" height="0" aria-hidden="true" focusable="false">
    {Object.entries(drawings).map(([name, {drawing}]) => <g key={name} id={`art-${name}`}>{drawing()}</g>)}
  </svg>
  <svg class="art-tiles" width="0" height="0" aria-hidden="true" focusable="false">
    {Object.entries(tiles).map(([kind, {box: [width, height], tile}]) => (
      <pattern key={kind} id={`tile-${kind}`} width="10" height={10 * height / width} patternUnits="userSpaceOnUse" viewBox={`0 0 ${width} ${height}`}>
        <g opacity=".8">{tile()}</g>
      </pattern>
    ))}
    <pattern id="tile-market" width="36" height="36" patternUnits="userSpaceOnUse">
      <path d="M18 0C24 7 24 11 18 18C12 11 12 7 18 0ZM18 18C25 12 29 12 36 18C29 24 25 24 18 18ZM18 18C24 25 24 29 18 36C12 29 12 25 18 18ZM0 18C7 12 11 12 18 18C11 24 7 24 0 18Z" fill="none" stroke="#fff" stroke-opacity=".08" stroke-width="1.500" />
    </pattern>
  </svg>
</>);

// What is printed on the cloth under the market.
export const ClothPrint = memo(() => <svg class="cloth-print" aria-hidden="true" focusable="false"><rect width="100%" height="100%" fill="url(#tile-market)" /></svg>);

// The border and the niche of a card.
export const Frame = ({card}: {card: Card}) => (
  <svg class="art" data-art="niche" viewBox={drawings.niche.box} fill="currentColor" aria-hidden="true" focusable="false">
    <rect width="100" height="140" fill={`url(#tile-${card})`} />
    <use href="#art-niche" />
  </svg>
);

export const Picture = ({name}: {name: PictureName}) => (
  <svg class="art" data-art={name} viewBox={drawings[name].box} fill="currentColor" aria-hidden="true" focusable="false">
    <use href={`#art-${name}`} />
  </svg>
);
