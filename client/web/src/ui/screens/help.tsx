// How to play, in short. Loads its own texts in the chosen language.
import type {ComponentChildren} from 'preact';
import type {Card} from '../../protocol/messages';
import {goods} from '../../game/cards';
import {goodsPiles} from '../../game/constants';
import {words} from '../../i18n';
import {help as english} from '../../i18n/en/help';
import {Picture, Sprite} from '../table/pictures';
import {lateWords, useLobbyWords} from '../parts/late_words';
import {RulePictures} from './rule_pictures';

type HelpWords = typeof english;

const useHelpWords = lateWords<HelpWords>(english, {
  fr: () => import('../../i18n/fr/help').then(it => it.help),
  de: () => import('../../i18n/de/help').then(it => it.help),
  es: () => import('../../i18n/es/help').then(it => it.help),
});

const Sign = ({card}: {card: Card}) => <span class="sign" data-good={card}><Picture name={card} /></span>;

function Part({title, children}: {title: string; children: ComponentChildren}) {
  return <section class="help-part"><h2>{title}</h2>{children}</section>;
}

const Texts = ({of}: {of: readonly string[]}) => <>{of.map(text => <p key={text}>{text}</p>)}</>;

const examples: readonly ComponentChildren[] = [
  <Sign card="gold" />,
  <><Sign card="camel" /><Sign card="camel" /><Sign card="camel" /></>,
  <><Sign card="silver" /><Sign card="gold" /><span class="swap-sign">⇄</span><Sign card="camel" /><Sign card="leather" /></>,
  <><Sign card="spice" /><Sign card="spice" /><Sign card="spice" /></>,
];

export function HelpBody() {
  const text = useHelpWords() ?? english;
  const pictures = useLobbyWords()?.meanwhile;
  const {cards} = words.value;
  return (
    <div class="help-body">
      <Sprite />
      {pictures && <Part title={pictures.rules}><RulePictures text={pictures} /></Part>}
      <Part title={text.goal}><Texts of={text.goalText} /></Part>
      <Part title={text.turn}>
        <dl class="moves">
          {text.moves.map((move, i) => <div key={i}><dt><span class="move-signs" aria-hidden="true">{examples[i]}</span>{move.name}</dt><dd>{move.text}</dd></div>)}
        </dl>
      </Part>
      <Part title={text.worth}>
        <p>{text.worthText}</p>
        <table class="worth"><tbody>
          {goods.map(good => <tr key={good}><th scope="row"><span class="row-head"><Sign card={good} /><span>{cards.name(good)}</span></span></th><td>{goodsPiles[good].join(' ')}</td></tr>)}
          <tr><th scope="row"><span class="row-head"><span class="sign" data-sign="bonus"><Picture name="bonus" /></span><span>{text.bonus}</span></span></th><td>{text.bonusText.map(line => <span key={line} class="bonus-line">{line}</span>)}</td></tr>
        </tbody></table>
      </Part>
      <Part title={text.end}><Texts of={text.endText} /></Part>
      <Part title={text.how}><Texts of={text.howText} /></Part>
      <Part title={text.keys}>
        <dl class="keys">{text.keyList.map(([key, does]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{does}</dd></div>)}</dl>
      </Part>
      <Part title={text.shuffle}><Texts of={text.shuffleText} /></Part>
      <Part title={text.about}><Texts of={text.aboutText} /><p><a href="/licenses.txt">{text.licences}</a></p></Part>
    </div>
  );
}

export function Help() {
  return (
    <section class="page narrow help">
      <h1 tabIndex={-1}>{words.value.app.start.help}</h1>
      <div class="panel"><HelpBody /></div>
    </section>
  );
}
