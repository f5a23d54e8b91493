// Short, quiet sounds, made of tones and noise. Off by default; browsers allow sound only after the visitor has touched
// the page.
import {settings} from '../state/settings';

export type Sound = 'take' | 'coin' | 'turn' | 'seal' | 'chat';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

// A volume that rises at once and dies away.
function envelope({currentTime}: AudioContext, start: number, length: number, loudness: number): {volume: GainNode; from: number} {
  const volume = context!.createGain();
  const from = currentTime + 0.01 + start;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(loudness, from + 0.006);
  volume.gain.exponentialRampToValueAtTime(0.0004, from + length);
  volume.connect(context!.destination);
  return {volume, from};
}

// A tone that glides to `to`.
function tone(type: OscillatorType, pitch: number, start: number, length: number, loudness: number, to = pitch): void {
  const {volume, from} = envelope(context!, start, length, loudness);
  const source = context!.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(pitch, from);
  source.frequency.exponentialRampToValueAtTime(to, from + length);
  source.connect(volume);
  source.start(from);
  source.stop(from + length + 0.02);
}

// Noise around a pitch: a card on the table.
function brush(pitch: number, start: number, length: number, loudness: number): void {
  if (!noise) {
    noise = context!.createBuffer(1, context!.sampleRate / 4, context!.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const {volume, from} = envelope(context!, start, length, loudness);
  const source = context!.createBufferSource();
  const band = context!.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = pitch;
  band.Q.value = 1.2;
  source.buffer = noise;
  source.connect(band).connect(volume);
  source.start(from);
  source.stop(from + length);
}

// A bell: its partials aren’t multiples of each other.
function bell(pitch: number, start: number, length: number, loudness: number): void {
  tone('sine', pitch, start, length, loudness);
  tone('sine', pitch * 2.76, start, length * 0.5, loudness * 0.4);
  tone('sine', pitch * 5.4, start, length * 0.25, loudness * 0.2);
}

const samples: Record<Sound, (late: number) => void> = {
  take: late => {
    brush(2400, late, 0.09, 0.16);
    brush(900, late + 0.05, 0.07, 0.12);
  },
  coin: late => bell(2090 + Math.random() * 120, late, 0.28, 0.045),
  turn: late => {
    bell(659, late, 0.5, 0.07);
    bell(988, late + 0.13, 0.7, 0.06);
  },
  seal: late => {
    tone('sine', 150, late, 0.22, 0.3, 52);
    brush(320, late, 0.12, 0.2);
    for (const [i, pitch] of [523, 659, 784, 1047].entries()) bell(pitch, late + 0.22 + i * 0.07, 0.9, 0.04);
  },
  chat: late => bell(1320, late, 0.25, 0.05),
};

// `late`: s from now.
export function playSound(which: Sound, late = 0): void {
  if (settings.sound.peek() !== 'on') return;
  try {
    context ??= new AudioContext();
    void context.resume();
    samples[which](late);
  } catch {
    // Then without sound.
  }
}

export const canVibrate = (): boolean => 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;

export function vibrate(): void {
  if (settings.vibrate.peek() === 'on' && 'vibrate' in navigator) navigator.vibrate(60);
}
