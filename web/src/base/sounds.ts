import { preferences } from "./preferences.ts";

/** A tone of a sound. */
export interface Note {
  readonly hz: number;
  /** Seconds after the sound's beginning. */
  readonly at: number;
  /** Seconds until it has died away. */
  readonly lasts: number;
  /** From 0 to 1. */
  readonly volume: number;
  /** Hz to which it slides; none: it stays. */
  readonly slidesTo?: number;
  readonly wave?: OscillatorType;
}

let audio: AudioContext | null = null;

/** Tones that sound or are about to. */
let sounding = 0;

/**
 * Plays a sound, unless the viewer has switched sounds off. Does nothing until the page was used, for browsers allow no sound before
 * that.
 */
export function playSound(notes: readonly Note[]): void {
  if (!preferences().sound || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const note of notes) playNote(audio, note);
}

function playNote(context: AudioContext, { hz, at, lasts, volume, slidesTo, wave = "triangle" }: Note): void {
  const begin = context.currentTime + at;
  const oscillator = new OscillatorNode(context, { type: wave, frequency: hz });
  if (slidesTo !== undefined) oscillator.frequency.exponentialRampToValueAtTime(slidesTo, begin + lasts);
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(volume, begin + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
  oscillator.connect(gain).connect(context.destination);
  sounding += 1;
  oscillator.addEventListener("ended", () => {
    sounding -= 1;
    // Silence that is played keeps a phone awake too.
    if (sounding === 0) void context.suspend();
  });
  oscillator.start(begin);
  oscillator.stop(begin + lasts + 0.05);
}
