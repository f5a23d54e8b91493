// What winners get: a seal in wax, and garlands of marigolds.

const wax = 'M50 4c9-3 15 5 23 8s17 3 19 12-5 15-3 24 9 15 4 23-15 6-22 12-11 14-21 13-12-10-21-12-19 1-24-7 2-16 0-25-9-16-4-24 15-5 22-10 14-11 27-14Z';
const star = 'M50 22l8 17 19 2-14 13 4 19-17-10-17 10 4-19-14-13 19-2Z';

// `pressed`: just now, so that it is seen.
export function WaxSeal({pressed}: {pressed: boolean}) {
  return (
    <svg class="wax" data-pressed={pressed ? '' : undefined} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <path class="wax-drop" d={wax} />
      <circle class="wax-well" cx="50" cy="50" r="33" />
      <path class="wax-star" d={star} />
      <circle class="wax-ring" cx="50" cy="50" r="33" />
    </svg>
  );
}

const swags = 3;
const perSwag = 13;
const width = 600;

// The flowers of one swag, hanging between two nails.
const flowers = Array.from({length: swags}, (_, swag) => Array.from({length: perSwag}, (_, i) => {
  const along = i / (perSwag - 1);
  const sag = 1 - (2 * along - 1) ** 2;
  return {key: `${swag}.${i}`, x: ((swag + along) * width) / swags, y: 12 + sag * 44, r: 7.5 + sag * 2.5, bright: (i + swag) % 2 === 0};
}));

export function Garland() {
  return (
    <svg class="garland" viewBox="0 0 600 78" preserveAspectRatio="xMidYMin slice" aria-hidden="true" focusable="false">
      {flowers.map((swag, i) => (
        <g key={i} class="swag">
          {swag.map(({key, x, y, r}) => <path key={key} class="leaf" d={`M${x - r} ${y + r * 0.6}q${r} ${r * 0.9} ${r * 2} 0q${-r} ${-r * 0.5} ${-r * 2} 0`} />)}
          {swag.map(({key, x, y, r, bright}) => <g key={key} class={bright ? 'marigold bright' : 'marigold'}><circle cx={x} cy={y} r={r} /><circle class="heart" cx={x} cy={y} r={r * 0.5} /></g>)}
        </g>
      ))}
    </svg>
  );
}
