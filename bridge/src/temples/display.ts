import type { BySlot, Display, Phase, TempleTable } from "@flower-war/protocol/temple";
import { displayLines } from "./display-text.ts";
import { hasTwin } from "./doubts.ts";
import type { Temple } from "./temple.ts";
import type { Obstacle } from "./words/types.ts";

const NONE: BySlot = { h: 0, t: 0 };
const CLOSED: BySlot<boolean> = { h: false, t: false };
const NAME_WIDTH = 16;

/** The mark outside a match. There is no window, so a bead stamped with it is never an offering (J-2, J-5). */
const NO_WINDOW = "none";

const NO_MATCH = {
  match: null,
  turn: null,
  seat: null,
  step: null,
  mark: NO_WINDOW,
  open: CLOSED,
  left: 0,
  offerings: NONE,
  apocalypse: { state: "none", count: 0, of: 13, ruling: null, discs: 0 },
  end: null,
} as const;

/**
 * Composes the payload of a temple's `down/display` (section 3).
 * @param now ms of `Time.monotonic`
 * @param serverAway closes the lamps: whether a window is open is not known (J-13)
 */
export function composeDisplay(temple: Temple, now: number, serverAway: boolean): Display {
  const { storedLedger, table, lastVerdict: last } = temple;
  const code = temple.code !== null && temple.code.expiresAt > now ? temple.code : null;
  const obstacle = serverAway ? "server-away" : obstacleOf(temple, now);
  const display = {
    ...(table === null ? NO_MATCH : matchOf(table)),
    ...(obstacle === null ? {} : { open: CLOSED, left: 0 }),
    phase: phaseOf(temple, code !== null),
    code: code?.code ?? null,
    expires: code === null ? null : Math.ceil((code.expiresAt - now) / 1000),
    fix: fixOf(temple),
    // An epoch that is not stored would begin at other totals if this process died (C-4).
    epoch: storedLedger?.epoch ?? null,
    judged: storedLedger?.judged ?? NONE,
    last,
  };
  const said = {
    ...display,
    winner: table?.winner ?? null,
    asker: temple.question?.name ?? null,
    move: temple.move,
  };
  return { ...display, lines: displayLines(said, obstacle, temple.lang) };
}

/** Returns why no bead of a temple can be judged now (C-10, C-12); `null`: it can. */
function obstacleOf(temple: Temple, now: number): Obstacle | null {
  if (hasTwin(temple, now)) return "two-devices";
  return temple.doubt === null ? null : "doubt";
}

/** A temple without a match mirrors no lake (J-11). */
function fixOf({ ledger, table }: Temple): BySlot {
  const { h, t } = ledger?.fix ?? NONE;
  return table === null ? { h: Math.min(0, h), t: Math.min(0, t) } : { h, t };
}

/** Only the lines show the winner, and only `fix` the lake. */
function matchOf({ winner: _winner, lake: _lake, ...table }: TempleTable) {
  return { ...table, seat: seatOf(table), left: Math.min(table.left, 99) };
}

function phaseOf({ table, showsCode, question }: Temple, hasCode: boolean): Phase {
  if (hasCode && (question !== null || showsCode || table === null)) return "pairing";
  return table?.phase ?? "unpaired";
}

function seatOf({ seat }: Pick<TempleTable, "seat">): Display["seat"] {
  return seat === null ? null : { ...seat, name: shorten(seat.name) };
}

/** Cuts a name between two characters, never inside one. */
function shorten(name: string): string {
  let short = "";
  for (const character of name) {
    if (short.length + character.length > NAME_WIDTH) break;
    short += character;
  }
  return short;
}
