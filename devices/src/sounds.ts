import type { Verdict } from "@flower-war/protocol/temple";

/** The sounds of a temple. `accepted`: the match took a bead; `refused`: it did not; `debt`: a bead must be taken out (J-12). */
export type Sound = "accepted" | "refused" | "debt";

/** A tone: Hz (0: silence) and ms. */
export type Tone = readonly [hertz: number, ms: number];

/** A sound as it is played: its tones, one after the other. */
export interface Tune {
  readonly sound: Sound;
  readonly tones: readonly Tone[];
}

/* The ESP32's are the same: devices/esp32/lib/templo/src/sounds.cpp. */

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  accepted: [[1760, 150]],
  refused: [
    [330, 150],
    [0, 80],
    [330, 150],
  ],
  debt: [[220, 600]],
};

/** The rhythm after the low tones that tells the reason of a refused bead (docs/temple-protocol.md, section 5): `.` is short, `-` long. */
export const RHYTHMS: ReadonlyMap<string, string> = new Map([
  ["late", "-"],
  ["just-late", "-"],
  ["unknown-turn", ".-."],
  ["not-your-decision", ".."],
  ["wrong-phase", "--"],
  ["no-skulls", "..."],
  ["already-traded", "-."],
  ["match-over", "---"],
  ["match-paused", "-.-"],
  ["implausible", "...."],
  ["bounce", ".-"],
  ["unpaired", "-.."],
  ["pairing", "..-"],
  ["earlier", ".--"],
]);

/** A mark of a rhythm, and the silence before it. */
const MARKS = { hertz: 660, short: 80, long: 240, before: 80 } as const;
/** ms of silence before a rhythm, in place of that before its first mark. */
const BEFORE_RHYTHM = 160;

/** Returns the sound of a verdict (J-16); `null`: none. */
export function soundOf(verdict: Verdict): Sound | null {
  switch (verdict) {
    case "accepted":
    case "absorbed":
      return "accepted";
    case "rejected":
    case "ignored":
      return "refused";
    default:
      return null;
  }
}

/** Returns a sound as it is played. @param reason why a bead was refused; one without a rhythm, or none: the sound alone */
export function tuneOf(sound: Sound, reason = ""): Tune {
  const rhythm = sound === "refused" ? (RHYTHMS.get(reason) ?? "") : "";
  const marks = Array.from(rhythm, (mark, i): Tone[] => [
    [0, i === 0 ? BEFORE_RHYTHM : MARKS.before],
    [MARKS.hertz, mark === "." ? MARKS.short : MARKS.long],
  ]);
  return { sound, tones: [...TONES[sound], ...marks.flat()] };
}
