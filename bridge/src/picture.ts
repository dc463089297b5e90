import type { BySlot, Display, Phase, TempleTable } from "@flower-war/client-sdk/temple";
import type { Temple } from "./temple.ts";
import { pictureLines } from "./wording.ts";

const NONE: BySlot = { h: 0, t: 0 };
const CLOSED: BySlot<boolean> = { h: false, t: false };
const NAME_WIDTH = 16;

/** A temple outside a match has no window: no bead stamped with this mark is ever an offering (J-2, J-5). */
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
  apocalypse: { state: "none", count: 0, of: 13, ruling: null },
} as const;

/**
 * The whole picture that a temple shows (section 3, `down/display`).
 * @param now `performance.now` ms
 * @param serverAway the windows are not known to be open: lamps are closed (J-13)
 */
export function composeDisplay(temple: Temple, now: number, serverAway: boolean): Display {
  const { ledger, table, last } = temple;
  const code = temple.code !== null && temple.code.until > now ? temple.code : null;
  const picture = {
    ...(table === null ? NO_MATCH : { ...table, seat: seatOf(table), left: Math.min(table.left, 99) }),
    ...(serverAway ? { open: CLOSED, left: 0 } : {}),
    phase: phaseOf(temple, code !== null),
    code: code?.code ?? null,
    expires: code === null ? null : Math.ceil((code.until - now) / 1000),
    fix: ledger?.fix ?? NONE,
    epoch: ledger?.epoch ?? null,
    judged: ledger?.judged ?? NONE,
    last,
  };
  return { ...picture, lines: pictureLines(picture, serverAway) };
}

function phaseOf({ table, pairing }: Temple, hasCode: boolean): Phase {
  if (hasCode && (pairing || table === null)) return "pairing";
  return table?.phase ?? "unpaired";
}

function seatOf({ seat }: TempleTable): Display["seat"] {
  return seat === null ? null : { ...seat, name: shorten(seat.name) };
}

/** Never cuts a character in two. */
function shorten(name: string): string {
  let short = "";
  for (const character of name) {
    if (short.length + character.length > NAME_WIDTH) break;
    short += character;
  }
  return short;
}
