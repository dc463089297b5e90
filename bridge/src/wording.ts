import type { BySlot, Display, Phase, Slot, Step, Verdict } from "@flower-war/client-sdk/temple";

/** The words on a temple's small screen: printable ASCII, at most 20 characters a line (section 3, `lines`, `line`). */

type Words = Omit<Display, "lines" | "phase" | "step"> & {
  readonly phase: Phase;
  readonly step: Step | null;
};

const WIDTH = 20;
const GODS: BySlot<string> = { h: "Huitzil", t: "Tlaloc" };

const REASONS: Readonly<Record<string, string>> = {
  ok: "Accepted",
  late: "Too late",
  "unknown-turn": "Turn unknown",
  "not-your-decision": "Not your turn",
  "wrong-phase": "Not now",
  "no-skulls": "No skulls left",
  "already-traded": "Traded already",
  "match-over": "The match is over",
  "match-paused": "The match is paused",
  unpaired: "No match: take it",
  pairing: "Pairing: take it",
  "server-away": "Wait for the server",
  implausible: "Not believed",
  bounce: "Counted once",
};

const STEPS: Readonly<Record<Step, string>> = {
  roll: "rolls",
  move: "moves",
  landing: "lands",
  sacrifice: "offers",
  cards: "plays",
};

const PAUSES = { idle: "is about to begin", paused: "is paused", over: "is over" } as const;

/** The line that goes with a verdict: a refused bead is to be taken out again (J-12). */
export function verdictLine(slot: Slot, verdict: Verdict, reason: string, fix: BySlot): string {
  const owed = verdict === "rejected" && fix[slot] < 0;
  return clip(owed ? debtLine(slot, fix) : (REASONS[reason] ?? "Refused"));
}

/** What a picture says in words, 2 to 4 lines. */
export function pictureLines(picture: Words, serverAway: boolean): string[] {
  return (serverAway ? ["Wait", "The server is away"] : pictureText(picture)).map(clip);
}

function pictureText(picture: Words): string[] {
  const { phase, code, match, fix } = picture;
  const debt = fix.h !== 0 ? debtLine("h", fix) : fix.t !== 0 ? debtLine("t", fix) : "";
  if (phase === "unpaired") return ["No match", debt];
  if (phase === "pairing") return ["Enter this code", "in your match:", `    ${code}`, debt];
  if (phase === "playing") return playText(picture, debt);
  return [`Match ${match}`, PAUSES[phase], code === null ? "" : `Code ${code}`, debt];
}

function playText({ seat, step, open, left, offerings, apocalypse }: Words, debt: string): string[] {
  return [
    seat === null ? "" : `${seat.name} ${step === null ? "" : STEPS[step]}`,
    debt || (open.h || open.t ? `Drop up to ${left}` : "Slots closed"),
    `H ${offerings.h}  T ${offerings.t}`,
    apocalypse.state === "none" ? "" : `Days left ${apocalypse.of - apocalypse.count}`,
  ];
}

/** J-12. */
function debtLine(slot: Slot, fix: BySlot): string {
  const [verb, preposition] = fix[slot] < 0 ? ["Take", "from"] : ["Put", "to"];
  return `${verb} ${Math.abs(fix[slot])} ${preposition} ${GODS[slot]}`;
}

/** Letters without their accents, anything else outside ASCII as a question mark. */
function clip(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "");
  return plain
    .replace(/[^ -~]/gu, "?")
    .slice(0, WIDTH)
    .trimEnd();
}
