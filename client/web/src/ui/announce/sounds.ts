// Short, quiet sounds of a few tones. Off by default; browsers allow sound only after the visitor has touched the page.
import {settings} from '../state/settings';

export type Sound = 'turn' | 'move' | 'seal' | 'chat';

// [pitch in Hz, start in s, length in s]
const tones: Record<Sound, readonly (readonly [number, number, number])[]> = {
  turn: [[523, 0, 0.14], [784, 0.11, 0.22]],
  move: [[294, 0, 0.07]],
  seal: [[523, 0, 0.16], [659, 0.13, 0.16], [784, 0.26, 0.16], [1047, 0.39, 0.4]],
  chat: [[880, 0, 0.08]],
};

let context: AudioContext | null = null;

export function playSound(which: Sound): void {
  if (settings.sound.peek() !== 'on') return;
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const [pitch, start, length] of tones[which]) {
      const from = context.currentTime + 0.01 + start;
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.type = 'triangle';
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0, from);
      volume.gain.linearRampToValueAtTime(0.08, from + 0.012);
      volume.gain.exponentialRampToValueAtTime(0.0005, from + length);
      tone.connect(volume).connect(context.destination);
      tone.start(from);
      tone.stop(from + length + 0.02);
    }
  } catch {
    // Then without sound.
  }
}
