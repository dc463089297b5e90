import type { BySlot, Display, Slot } from "@flower-war/client-sdk/temple";

/** The words on a temple's small screen: printable ASCII, at most 20 characters a line (section 3, `lines`, `line`). */

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

const STEPS: Readonly<Record<NonNullable<Display["step"]>, string>> = {
  roll: "rolls",
  move: "moves",
  landing: "lands",
  sacrifice: "offers",
  cards: "plays",
};

/** The line that goes with a verdict. */
export function verdictLine(slot: Slot, reason: string, fix: BySlot): string {
  return clip(fix[slot] < 0 ? debtLine(slot, fix) : (REASONS[reason] ?? "Refused"));
}

/** What a picture says in words, 2 to 4 lines. */
export function pictureLines(picture: Omit<Display, "lines">, serverAway: boolean): string[] {
  return (serverAway ? ["Wait", "The server is away"] : pictureText(picture)).map(clip);
}

function pictureText(picture: Omit<Display, "lines">): string[] {
  const { phase, code, match, fix, offerings, apocalypse, open, left } = picture;
  const debt = fix.h !== 0 ? debtLine("h", fix) : fix.t !== 0 ? debtLine("t", fix) : null;
  switch (phase) {
    case "unpaired":
      return ["No match", debt ?? "Wait for a code"];
    case "pairing":
      return ["Enter this code", "in your match:", `    ${code ?? ""}`, debt ?? ""];
    case "idle":
      return [`Match ${match ?? ""}`, code === null ? "is about to begin" : `Code ${code}`, debt ?? ""];
    case "paused":
      return [`Match ${match ?? ""}`, "is paused", debt ?? ""];
    case "over":
      return [`Match ${match ?? ""}`, "is over", debt ?? ""];
    case "playing":
      return [
        turnLine(picture),
        debt ?? (open.h || open.t ? `Drop up to ${left}` : "Slots closed"),
        `H ${offerings.h}  T ${offerings.t}`,
        apocalypse.state === "none" ? "" : `Days left ${apocalypse.of - apocalypse.count}`,
      ];
  }
}

function turnLine({ seat, step }: Omit<Display, "lines">): string {
  return seat === null ? "" : `${seat.name} ${step === null ? "" : STEPS[step]}`;
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
