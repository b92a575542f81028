import type { Verdict } from './decide.ts';
import { Store } from './store.ts';

const STORAGE_KEY = 'takilya-door-sound';

/** Whether answers sound and vibrate. One setting of the device. */
export const sound = new Store(localStorage.getItem(STORAGE_KEY) !== 'off');

export function setSound(isOn: boolean) {
  localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off');
  sound.set(isOn);
  if (isOn) signalAnswer('admitted');
}

interface Tone {
  hz: number;
  atMs: number;
  forMs: number;
  wave: OscillatorType;
}

/** Told apart without looking: yes rises, used repeats, no is low and long. */
const YES: Tone[] = [
  { hz: 880, atMs: 0, forMs: 90, wave: 'sine' },
  { hz: 1320, atMs: 100, forMs: 160, wave: 'sine' },
];
const USED: Tone[] = [0, 170, 340].map((atMs) => ({ hz: 520, atMs, forMs: 110, wave: 'square' }));
const NO: Tone[] = [{ hz: 165, atMs: 0, forMs: 650, wave: 'sawtooth' }];

const SIGNALS: Partial<Record<Verdict, { tones: Tone[]; vibrateMs: number[] }>> = {
  admitted: { tones: YES, vibrateMs: [80] },
  left: { tones: YES, vibrateMs: [80] },
  used: { tones: USED, vibrateMs: [110, 60, 110, 60, 110] },
};
const REFUSED = { tones: NO, vibrateMs: [500] };
const VOLUME = 0.35;

let context: AudioContext | undefined;

/** Browsers allow sound after a press only: call it in one. */
export function allowSound() {
  context ??= new AudioContext();
  void context.resume().catch(() => {});
}

export function signalAnswer(verdict: Verdict) {
  if (!sound.get()) return;
  const { tones, vibrateMs } = SIGNALS[verdict] ?? REFUSED;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(vibrateMs);
  if (context?.state === 'running') for (const tone of tones) play(context, tone);
}

function play(audio: AudioContext, { hz, atMs, forMs, wave }: Tone) {
  const [from, to] = [audio.currentTime + atMs / 1_000, audio.currentTime + (atMs + forMs) / 1_000];
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.type = wave;
  oscillator.frequency.value = hz;
  gain.gain.setValueAtTime(VOLUME, from);
  // Fades out: a tone that ends at once clicks.
  gain.gain.exponentialRampToValueAtTime(0.001, to);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(to);
}
