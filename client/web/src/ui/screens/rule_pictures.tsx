// The rules in four pictures: what a turn can be, the camels, a sale, and the end of a round.
import type {ComponentChildren} from 'preact';
import type {Card} from '../../protocol/messages';
import {Sprite, type PictureName} from '../table/pictures';
import type {LobbyWords} from '../parts/late_words';

// One of the sprite's drawings, which are 64 wide and high.
const Drawing = ({name, x, y, size, ...more}: {name: PictureName; x: number; y: number; size: number; class?: string}) =>
  <use href={`#art-${name}`} transform={`translate(${x} ${y}) scale(${size / 64})`} {...more} />;

// A card 30 wide and 42 high.
const Mini = ({card, x, y, turn = 0}: {card: Card; x: number; y: number; turn?: number}) => (
  <g class="sign-card" data-good={card} transform={`translate(${x} ${y}) rotate(${turn} 15 40)`}>
    <rect class="mini-paper" width="30" height="42" rx="3.500" />
    <rect class="mini-kind" x="3" y="3" width="24" height="36" rx="2" />
    <Drawing class="mini-art" name={card} x={5} y={10} size={20} />
  </g>
);

const Coin = ({x, y, value}: {x: number; y: number; value: string}) => (
  <g transform={`translate(${x} ${y})`}><circle class="mini-coin" r="11" /><text class="mini-text" y="4.500">{value}</text></g>
);

const Arrow = ({d, head}: {d: string; head: [number, number, number]}) => (
  <g class="mini-arrow"><path d={d} /><path d="M0 0l-7-4.500v9Z" transform={`translate(${head[0]} ${head[1]}) rotate(${head[2]})`} /></g>
);

const market = (cards: readonly Card[], lifted: (i: number) => boolean) =>
  cards.map((card, i) => <Mini key={i} card={card} x={27 + i * 39} y={lifted(i) ? 24 : 16} />);

// Drawn anew each time: constant elements would keep the screen that showed them in memory.
const Cloth = () => <rect class="mini-cloth" x="12" y="8" width="216" height="58" rx="6" />;

const take = () => <>
  <Cloth />{market(['leather', 'gold', 'spice', 'camel', 'silver'], i => i === 1)}
  <Arrow d="M81 70C81 80 92 84 100 92" head={[104, 96, 45]} />
  <Mini card="cloth" x={88} y={100} turn={-12} /><Mini card="cloth" x={108} y={97} /><Mini card="spice" x={128} y={100} turn={12} />
</>;

const camels = () => <>
  <Cloth />{market(['camel', 'cloth', 'camel', 'camel', 'gold'], i => i === 0 || i === 2 || i === 3)}
  <Arrow d="M44 70C48 84 58 90 70 96" head={[75, 99, 30]} /><Arrow d="M128 70C128 80 124 86 119 91" head={[115, 95, 135]} />
  <Mini card="camel" x={76} y={100} turn={-8} /><Mini card="camel" x={92} y={98} turn={-3} /><Mini card="camel" x={108} y={98} turn={3} /><Mini card="camel" x={124} y={100} turn={8} />
  <Drawing name="camel_token" x={176} y={100} size={36} />
</>;

const sell = () => <>
  <Mini card="spice" x={22} y={54} turn={-10} /><Mini card="spice" x={40} y={50} /><Mini card="spice" x={58} y={54} turn={10} />
  <Arrow d="M102 74H132" head={[139, 74, 0]} />
  <g class="sign-card" data-good="spice"><Coin x={160} y={52} value="5" /><Coin x={184} y={52} value="3" /><Coin x={208} y={52} value="3" /></g>
  <g class="mini-bonus"><Drawing name="bonus" x={164} y={80} size={40} /><text class="mini-text" x="184" y="105">+1–3</text></g>
</>;

const end = () => <>
  {[34, 62, 90].map(x => <circle key={x} class="mini-gone" cx={x} cy="34" r="11" />)}
  <rect class="mini-gone" x="120" y="14" width="30" height="42" rx="3.500" />
  <Arrow d="M86 66C90 76 98 82 108 87" head={[113, 90, 30]} />
  <Drawing name="rupee" x={44} y={92} size={26} /><text class="mini-sum" x="57" y="136">54</text>
  <Drawing name="rupee" x={120} y={76} size={38} /><text class="mini-sum" data-more x="139" y="136">71</text>
  <Drawing class="mini-seal" name="seal" x={172} y={78} size={40} />
</>;

function Scene({text, children}: {text: string; children: ComponentChildren}) {
  return (
    <li class="rule">
      <svg viewBox="0 0 240 150" aria-hidden="true" focusable="false">{children}</svg>
      <p>{text}</p>
    </li>
  );
}

export function RulePictures({text}: {text: LobbyWords['meanwhile']}) {
  return (
    <>
      <Sprite />
      <ul class="rules">
        <Scene text={text.take}>{take()}</Scene>
        <Scene text={text.camels}>{camels()}</Scene>
        <Scene text={text.sell}>{sell()}</Scene>
        <Scene text={text.end}>{end()}</Scene>
      </ul>
    </>
  );
}
