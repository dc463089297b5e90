import { type BySlot, type Display, SLOTS } from "@flower-war/protocol/temple";
import type { Trouble } from "./broker-connection.ts";
import type { Words } from "./words.ts";

/** Lines of a screen. */
const LINES = 4;
/** ms for which a verdict's line is shown (J-16). */
const SHOW_VERDICT = 3_000;

const GODS: BySlot<string> = { h: "Huitzil", t: "Tlaloc" };

/** The lines of the newest verdicts, each for 3 s (J-16). */
export class VerdictLines {
  #lines: readonly { readonly line: string; readonly until: number }[] = [];

  /** @param now ms */
  add(line: string, now: number): void {
    const others = this.#lines.filter((each) => each.line !== line && each.until > now);
    this.#lines = [...others, { line, until: now + SHOW_VERDICT }].slice(-LINES);
  }

  shownAt(now: number): string[] {
    return this.#lines.flatMap(({ line, until }) => (until > now && line !== "" ? [line] : []));
  }

  /** Returns when the next line ends, in ms; `null`: none is shown. */
  nextEnd(now: number): number | null {
    const ends = this.#lines.flatMap(({ until }) => (until > now ? [until] : []));
    return ends.length === 0 ? null : Math.min(...ends);
  }
}

/** The content of a screen's lines. */
export interface ScreenContent {
  /** Beads to take out. */
  readonly owed: BySlot;
  /** Lines of verdicts, the newest last. */
  readonly verdicts: readonly string[];
  readonly trouble: Trouble | null;
  /** Why the broker refused the newest message; `null`: it did not. */
  readonly refusalReason: string | null;
  readonly isConnected: boolean;
  readonly isBridgeOnline: boolean;
  /** Whether the display is empty (T-3). */
  readonly isBlank: boolean;
  readonly isCodeExpired: boolean;
  /** The broker's name, for people. */
  readonly broker: string;
  /** `null`: none, or an empty one. */
  readonly display: Display | null;
  readonly words: Words;
}

/** Returns the lines of a screen, at most four; none is empty. They read as on the ESP32's (lib/templo/src/temple.cpp). */
export function composeScreen(content: ScreenContent): string[] {
  const { owed, verdicts, display, words } = content;
  const debts = SLOTS.flatMap((slot) =>
    owed[slot] > 0 ? [`${words.take} ${owed[slot]} ${words.from} ${GODS[slot]}`] : [],
  );
  const room = LINES - debts.length;
  if (verdicts.length > 0) {
    return [...debts, ...verdicts.slice(-room).filter((line) => !debts.includes(line))];
  }
  const lines = waitLines(content) ?? display?.lines ?? [];
  return [...debts, ...lines.filter((line) => line !== "" && !line.startsWith(`${words.take} `))].slice(
    0,
    LINES,
  );
}

/** Returns what the temple waits for, or what the player must do before it can show more; `null`: nothing. */
function waitLines(content: ScreenContent): string[] | null {
  const { trouble, refusalReason, broker, words } = content;
  if (refusalReason !== null) return [words.access, refusalReason];
  if (!content.isConnected && trouble === null) return [words.connecting, broker];
  if (trouble !== null) return trouble === "unreachable" ? [words.unreachable, broker] : [words[trouble]];
  if (!content.isBridgeOnline) return [words.noBridge];
  if (content.isBlank) return [words.noMatch];
  if (content.display === null) return [words.noDisplay];
  return content.isCodeExpired ? [words.codeExpired, words.pressPair] : null;
}
