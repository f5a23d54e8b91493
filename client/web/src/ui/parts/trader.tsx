// Faces of traders: six drawings for people, and a puppet on strings for the bot. The seat's colour is behind them.
import type {Seat} from '../../protocol/messages';
import type {Face} from '../state/faces';
import {memo} from './memo';

const turban = 'M14 27C11 15 20 6 32 6S53 15 50 27C45 22 39 20 32 20S19 22 14 27Z';
const veil = 'M12 60C8 40 10 8 32 8S56 40 52 60L44 52C47 40 46 22 32 20C18 22 17 40 20 52Z';
const moustache = 'M32 40C28 38 24 39 21 43C26 44 30 43 32 42C34 43 38 44 43 43C40 39 36 38 32 40Z';
const beard = 'M19 32C19 48 25 56 32 56S45 48 45 32C43 40 39 41 32 41S21 40 19 32Z';

interface Drawing {
  skin: string;
  robe: string;
  cloth: string; // turban, veil or cap
  trim: string;
  hair?: string; // of the beard or moustache
  shape: 'turban' | 'veil' | 'cap';
  bearded?: boolean;
}

const drawings: readonly Drawing[] = [
  {skin: '#b9774a', robe: '#f3e3c3', cloth: '#e58a1f', trim: '#fff1d6', hair: '#2a160b', shape: 'turban'},
  {skin: '#c98d5f', robe: '#8a1f3d', cloth: '#b3213f', trim: '#f0c34a', shape: 'veil'},
  {skin: '#a5673d', robe: '#e9dcc4', cloth: '#2f6d4a', trim: '#f0c34a', hair: '#f1ede4', shape: 'turban', bearded: true},
  {skin: '#8f5632', robe: '#f0c34a', cloth: '#74307f', trim: '#f7d9ff', shape: 'veil'},
  {skin: '#d3a273', robe: '#49617f', cloth: '#f4efe4', trim: '#9c3d0e', hair: '#3a2113', shape: 'cap', bearded: true},
  {skin: '#b37648', robe: '#1f6f78', cloth: '#14808a', trim: '#fde3c6', shape: 'veil'},
];

const Head = ({shape, cloth, trim}: Drawing) => (shape === 'turban'
  ? <><path d={turban} fill={cloth} /><path d="M16 22C24 12 40 12 48 22M20 13C28 9 38 10 45 15" fill="none" stroke="#1a0d05" stroke-opacity=".25" stroke-width="2.5" /><path d="M32 8l4 6-4 5-4-5Z" fill={trim} /></>
  : shape === 'veil'
    ? <><path d={veil} fill={cloth} /><path d="M17 54C14 34 17 20 32 19S50 34 47 54" fill="none" stroke={trim} stroke-width="2" /><circle cx="32" cy="25.5" r="1.9" fill={trim} /></>
    : <><path d="M18 25C18 14 23 10 32 10S46 14 46 25C38 22 26 22 18 25Z" fill={cloth} /><path d="M18.500 22C26 19 38 19 45.500 22" fill="none" stroke={trim} stroke-width="2" /></>);

function Person({number}: {number: number}) {
  const drawing = drawings[number % drawings.length]!;
  const {skin, robe, hair, shape, bearded} = drawing;
  return (
    <>
      <path d="M11 54C16 51 24 50 32 50S48 51 53 54A31 31 0 0 1 11 54Z" fill={robe} />
      <path d="M26 44h12v8q-6 5-12 0Z" fill={skin} />
      <path d="M19 30C19 20 24 17 32 17S45 20 45 30C45 41 39 49 32 49S19 41 19 30Z" fill={skin} />
      {hair && bearded && <path d={beard} fill={hair} />}
      {hair && <path d={moustache} fill={hair} />}
      <path d="M25.500 31.500h3M35.500 31.500h3" stroke="#1a0d05" stroke-width="2.6" stroke-linecap="round" />
      <path d="M24 27.500q3-2 5.500-.5M34.500 27q3-1.500 5.500.5" fill="none" stroke="#1a0d05" stroke-opacity=".7" stroke-width="1.4" />
      {!hair && <path d="M29 41.500q3 2 6 0" fill="none" stroke="#8a1f2a" stroke-width="2" stroke-linecap="round" />}
      {shape === 'veil' && !hair && <path d="M19 37.500v4M45 37.500v4" stroke="#f0c34a" stroke-width="2.5" stroke-linecap="round" />}
      <Head {...drawing} />
    </>
  );
}

// A kathputli, as the puppeteers of Rajasthan carve them: painted wood, a jaw that moves, strings.
const Puppet = () => (
  <>
    <path d="M22 2V16M42 2V16" stroke="#4a2910" stroke-width="1.2" />
    <path d="M12 54C18 50 24 50 32 50S46 50 52 54A31 31 0 0 1 12 54Z" fill="#a3202a" />
    <path d="M24 53l8 8 8-8" fill="none" stroke="#f0c34a" stroke-width="2.500" />
    <path d="M27 44h10v9H27Z" fill="#a9713a" />
    <path d="M18 28C18 20 24 17 32 17S46 20 46 28V40Q46 48 38 48H26Q18 48 18 40Z" fill="#dca765" />
    <path d="M21 30q1 7-.5 12M43.500 30q-1 7 .5 12" fill="none" stroke="#9a5f24" stroke-opacity=".5" stroke-width="1" />
    <path d="M26.500 40V48.500M37.500 40V48.500M26.500 43.500H37.500" stroke="#6e3d14" stroke-width="1.5" />
    <path d="M20 29q5.500-5 10.500 0-5 4.500-10.500 0ZM33.500 29q5-5 10.500 0-5.500 4.500-10.500 0Z" fill="#fff6e0" stroke="#1a0d05" stroke-width="1.400" />
    <circle cx="25.400" cy="29" r="2.100" fill="#1a0d05" /><circle cx="38.600" cy="29" r="2.100" fill="#1a0d05" />
    <path d="M19 24.500q6-4 11-.5M34 24q5-3.500 11 .5" fill="none" stroke="#1a0d05" stroke-width="1.800" stroke-linecap="round" />
    <path d="M32 39C28 36 23 37 19 33 20 41 27 42 32 40.500 37 42 44 41 45 33 41 37 36 36 32 39Z" fill="#1a0d05" />
    <path d={turban} fill="#b3213f" />
    <path d="M16 22C24 12 40 12 48 22M20 13C28 9 38 10 45 15" fill="none" stroke="#f0c34a" stroke-width="2.200" />
    <circle cx="32" cy="13" r="3.200" fill="#f0c34a" />
  </>
);

export const TraderFace = memo(({face, seat}: {face: Face; seat: Seat}) => (
  <svg class="trader" data-seat={seat} data-face={face} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
    <circle class="trader-ground" cx="32" cy="32" r="30.5" />
    {face === 'bot' ? <Puppet /> : <Person number={face} />}
  </svg>
));
