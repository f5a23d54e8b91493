// A screen with a message below the skyline: what is behind a link, with the face of the person who invites (if known), or
// why there is no table.
import type {ComponentChildren} from 'preact';
import {Skyline} from './art';
import {TraderFace} from './trader';
import {faceOf, type Faced} from '../state/faces';

export function NoticePage({owner = null, title, text, children}: {owner?: Faced | null; title: string; text: string; children?: ComponentChildren}) {
  return (
    <div class="page narrow notice-page">
      <div class="notice-view"><Skyline /></div>
      {owner && <TraderFace face={faceOf(owner)} seat={0} />}
      <h1 tabIndex={-1}>{title}</h1>
      <p class="lead">{text}</p>
      {children}
    </div>
  );
}
