// Faces of traders: six drawings. A player has the one that the name leads to, and the seat's colour behind it.
import type {Seat} from '../../protocol/messages';

const turban = 'M14 27C11 15 20 6 32 6S53 15 50 27C45 22 39 20 32 20S19 22 14 27Z';
const veil = 'M12 60C8 40 10 8 32 8S56 40 52 60L44 52C47 40 46 22 32 20C18 22 17 40 20 52Z';
const moustache = 'M32 40C28 38 24 39 21 43C26 44 30 43 32 42C34 43 38 44 43 43C40 39 36 38 32 40Z';
const beard = 'M19 32C19 48 25 56 32 56S45 48 45 32C43 40 39 41 32 41S21 40 19 32Z';

interface Face {
  skin: string;
  robe: string;
  cloth: string; // turban, veil or cap
  trim: string;
  hair?: string; // of the beard or moustache
  shape: 'turban' | 'veil' | 'cap';
  bearded?: boolean;
}

const faces: readonly Face[] = [
  {skin: '#b9774a', robe: '#f3e3c3', cloth: '#e58a1f', trim: '#fff1d6', hair: '#2a160b', shape: 'turban'},
  {skin: '#c98d5f', robe: '#8a1f3d', cloth: '#b3213f', trim: '#f0c34a', shape: 'veil'},
  {skin: '#a5673d', robe: '#e9dcc4', cloth: '#2f6d4a', trim: '#f0c34a', hair: '#f1ede4', shape: 'turban', bearded: true},
  {skin: '#8f5632', robe: '#f0c34a', cloth: '#74307f', trim: '#f7d9ff', shape: 'veil'},
  {skin: '#d3a273', robe: '#49617f', cloth: '#f4efe4', trim: '#9c3d0e', hair: '#3a2113', shape: 'cap', bearded: true},
  {skin: '#b37648', robe: '#1f6f78', cloth: '#14808a', trim: '#fde3c6', shape: 'veil'},
];

// The trader of a name; the second seat's differs from the first one's.
export function tradersOf(names: readonly [string, string]): [number, number] {
  const [one, other] = names.map(name => [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7) % faces.length) as [number, number];
  return [one, other === one ? (other + 1) % faces.length : other];
}

const Head = ({shape, cloth, trim}: Face) => (shape === 'turban'
  ? <><path d={turban} fill={cloth} /><path d="M16 22C24 12 40 12 48 22M20 13C28 9 38 10 45 15" fill="none" stroke="#1a0d05" stroke-opacity=".25" stroke-width="2.5" /><path d="M32 8l4 6-4 5-4-5Z" fill={trim} /></>
  : shape === 'veil'
    ? <><path d={veil} fill={cloth} /><path d="M17 54C14 34 17 20 32 19S50 34 47 54" fill="none" stroke={trim} stroke-width="2" /><circle cx="32" cy="25.5" r="1.9" fill={trim} /></>
    : <><path d="M18 25C18 14 23 10 32 10S46 14 46 25C38 22 26 22 18 25Z" fill={cloth} /><path d="M18.500 22C26 19 38 19 45.500 22" fill="none" stroke={trim} stroke-width="2" /></>);

export function TraderFace({number, seat}: {number: number; seat: Seat}) {
  const face = faces[number % faces.length]!;
  const {skin, robe, hair, shape, bearded} = face;
  return (
    <svg class="trader" data-seat={seat} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle class="trader-ground" cx="32" cy="32" r="30.5" />
      <path d="M11 54C16 51 24 50 32 50S48 51 53 54A31 31 0 0 1 11 54Z" fill={robe} />
      <path d="M26 44h12v8q-6 5-12 0Z" fill={skin} />
      <path d="M19 30C19 20 24 17 32 17S45 20 45 30C45 41 39 49 32 49S19 41 19 30Z" fill={skin} />
      {hair && bearded && <path d={beard} fill={hair} />}
      {hair && <path d={moustache} fill={hair} />}
      <path d="M25.500 31.500h3M35.500 31.500h3" stroke="#1a0d05" stroke-width="2.6" stroke-linecap="round" />
      <path d="M24 27.500q3-2 5.500-.5M34.500 27q3-1.500 5.500.5" fill="none" stroke="#1a0d05" stroke-opacity=".7" stroke-width="1.4" />
      {!hair && <path d="M29 41.500q3 2 6 0" fill="none" stroke="#8a1f2a" stroke-width="2" stroke-linecap="round" />}
      {shape === 'veil' && !hair && <path d="M19 37.500v4M45 37.500v4" stroke="#f0c34a" stroke-width="2.5" stroke-linecap="round" />}
      <Head {...face} />
    </svg>
  );
}
