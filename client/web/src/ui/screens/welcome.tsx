// The frame of the screens behind a link: the skyline, the face of the person who invites (if known), and what this is
// about.
import type {ComponentChildren} from 'preact';
import {Skyline} from '../parts/art';
import {TraderFace} from '../parts/trader';
import {faceOf, type Faced} from '../state/faces';

export function Welcome({owner = null, title, text, children}: {owner?: Faced | null; title: string; text: string; children?: ComponentChildren}) {
  return (
    <div class="page narrow invitation">
      <div class="invitation-view"><Skyline /></div>
      {owner && <TraderFace face={faceOf(owner)} seat={0} />}
      <h1 tabIndex={-1}>{title}</h1>
      <p class="lead">{text}</p>
      {children}
    </div>
  );
}
