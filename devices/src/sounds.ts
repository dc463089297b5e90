import { SLOTS, type Slot, type Verdict } from "@flower-war/protocol/temple";

/**
 * The sounds of a temple. `accepted`: the match took a bead; `refused`: it did not; `debt`: a bead must be taken out (J-12). The others echo
 * the match (J-18): offerings of others, the apocalypse's heart, and how the match ended.
 */
export type Sound =
  | "accepted"
  | "refused"
  | "debt"
  | "offering"
  | "heartbeat"
  | "won"
  | "lost"
  | "flood"
  | "invasion"
  | "ended";

/** A tone: Hz (0: silence) and ms. */
export type Tone = readonly [hertz: number, ms: number];

/** A sound as it is played: its tones, one after the other. */
export interface Tune {
  readonly sound: Sound;
  readonly tones: readonly Tone[];
  /** The slots whose lamps blink with the tones. */
  readonly lamps: readonly Slot[];
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
  offering: [
    [165, 90],
    [0, 110],
  ],
  heartbeat: [
    [110, 70],
    [0, 90],
    [98, 90],
  ],
  won: [
    [523, 150],
    [659, 150],
    [784, 150],
    [1047, 450],
    [0, 100],
    [784, 150],
    [1047, 600],
  ],
  lost: [
    [784, 200],
    [659, 200],
    [523, 400],
  ],
  flood: [
    [880, 140],
    [784, 140],
    [698, 140],
    [587, 140],
    [523, 140],
    [440, 140],
    [349, 140],
    [262, 400],
  ],
  invasion: [
    [196, 100],
    [0, 60],
    [196, 100],
    [0, 60],
    [196, 100],
    [0, 60],
    [147, 500],
  ],
  ended: [
    [523, 200],
    [0, 100],
    [523, 400],
  ],
};

/** The ends of a match that have a sound of their own (`end` of a display). */
const ENDS: readonly Sound[] = ["won", "lost", "flood", "invasion"];

/** Offerings that are heard one by one at most. */
const MAX_BEATS = 4;
/** Beats of the heart that are heard, and the ms between two: without a disc, less for each disc, and at least. */
const HEART = { beats: 3, pause: 900, perDisc: 40, least: 150 } as const;

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
  return { sound, tones: [...TONES[sound], ...marks.flat()], lamps: lampsOf(sound) };
}

/** Returns a beat of the drum for each of these offerings to a god. */
export function offeringsOf(slot: Slot, offerings: number): Tune {
  const beats = Array.from({ length: Math.min(offerings, MAX_BEATS) }, () => TONES.offering);
  return { sound: "offering", tones: beats.flat(), lamps: [slot] };
}

/** Returns some beats of the apocalypse's heart. @param discs calendar discs off the board */
export function heartbeatOf(discs: number): Tune {
  const pause: Tone = [0, Math.max(HEART.least, HEART.pause - HEART.perDisc * discs)];
  const beats = Array.from({ length: HEART.beats }, () => [...TONES.heartbeat, pause]);
  return { sound: "heartbeat", tones: beats.flat(), lamps: SLOTS };
}

/** Returns the sound of an end (`end` of a display). */
export function tuneOfEnd(end: string): Tune {
  return tuneOf(ENDS.find((each) => each === end) ?? "ended");
}

/** A flood is Tlaloc's, an invasion Huitzilopochtli's. */
function lampsOf(sound: Sound): readonly Slot[] {
  if (sound === "flood") return ["t"];
  if (sound === "invasion") return ["h"];
  return sound === "won" ? SLOTS : [];
}
