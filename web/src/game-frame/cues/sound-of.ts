import type { Note } from "../../base/sounds.ts";
import type { CueKind } from "../motion/motions.ts";

/** A drum: a low tone that falls. @param at seconds after the beginning */
const drum = (at: number, volume = 0.35): Note => ({
  hz: 110,
  slidesTo: 48,
  at,
  lasts: 0.35,
  volume,
  wave: "sine",
});

/** Tones of a flute, one after the other. @param step seconds from one to the next */
const flute = (tones: readonly number[], step: number, lasts = 0.4): readonly Note[] =>
  tones.map((hz, index) => ({ hz, at: index * step, lasts, volume: 0.16 }));

/** A shell trumpet: two tones beside each other. */
const shell = (hz: number, at: number, lasts: number): readonly Note[] => [
  { hz, at, lasts, volume: 0.1, wave: "sawtooth" },
  { hz: hz * 1.01, at, lasts, volume: 0.08, wave: "sawtooth" },
];

/** Returns how a moment sounds: made from tones by the browser, of the tones D E G A B as far as it sounds good. */
export function soundOf(kind: CueKind): readonly Note[] {
  switch (kind) {
    case "victory":
      return [
        ...shell(147, 0, 0.9),
        ...shell(220, 0.5, 1.2),
        drum(0),
        drum(0.5),
        ...flute([587, 659, 784, 880, 1175], 0.16),
      ];
    case "defeat":
      return [...flute([587, 494, 440, 294], 0.26, 0.6), drum(1.05)];
    case "end":
      return [...shell(147, 0, 1.2), drum(0.2)];
    case "no-winner":
      return [drum(0), drum(0.4), drum(0.8, 0.45), ...shell(98, 0.8, 1.6)];
    case "battle-won":
      return [drum(0), ...flute([587, 784, 880], 0.11, 0.3)];
    case "battle-lost":
      return [drum(0), ...flute([440, 330], 0.18, 0.4)];
    case "battle-even":
      return [drum(0), drum(0.2)];
    case "sign-gained":
      return flute([659, 784, 988, 1175], 0.12, 0.5);
    case "sign-lost":
      return flute([784, 659, 440], 0.16, 0.5);
    case "apocalypse":
      return [...shell(110, 0, 1.6), drum(0), drum(0.55), drum(1.1, 0.45)];
    case "offering":
      return [drum(0, 0.25)];
  }
}
