import { type BotKind, CLOCKS, type ClockRules, type GameName } from "@flower-war/protocol";
import { readOptions } from "@flower-war/rules";
import type { z } from "zod";
import type { HostedGame } from "../games/hosted-game.ts";
import type { MatchSettings } from "../lobby/reservations.ts";
import { RefusalError, refusalBody, refuse } from "../refusal.ts";
import type { CLOCK, CREATE } from "./formats.ts";

/**
 * Checks a request for a match against its game, and fills in the game's defaults.
 * @throws `RefusalError` with `bad-request` or `bad-option`, naming the field or option at fault
 */
export function parseMatchSettings(
  games: ReadonlyMap<string, HostedGame>,
  request: Omit<z.output<typeof CREATE>, "name">,
): MatchSettings {
  const hosted = games.get(request.game);
  if (!hosted) throw refuse("bad-request", { field: "game" });
  const { game } = hosted;
  const seats = request.seats ?? game.seats.default;
  if (seats < game.seats.min || seats > game.seats.max) throw refuse("bad-request", { field: "seats" });
  const bots = typeof request.bots === "number" ? easyBots(request.bots) : request.bots;
  if (bots.length >= seats) throw refuse("bad-request", { field: "bots" });
  const read = readOptions(game, request.options);
  if (read.options === undefined) throw badOption(read.option, read.expected);
  return {
    game: game.name as GameName,
    options: read.options,
    seats,
    bots,
    private: request.private,
    clock: parseClock(request.clock ?? { profile: isHeldUp(request, seats, bots) ? "relaxed" : "none" }),
    start: request.start,
    silent: request.silent,
    ...(request.language !== undefined && { language: request.language }),
  };
}

function easyBots(count: number): BotKind[] {
  return Array.from({ length: count }, () => "easy");
}

function badOption(option: string, expected: string): RefusalError {
  const { code, message } = refusalBody("bad-option");
  return new RefusalError({ code, message: `${message}: ${option} takes ${expected}`, field: option });
}

/** Whether a silent player would hold up strangers: others can join, and did not choose to play without clocks. */
function isHeldUp(
  { private: hidden }: { readonly private: boolean },
  seats: number,
  bots: readonly BotKind[],
): boolean {
  return !hidden && bots.length < seats - 1;
}

/**
 * Fills in a profile's values; `null`: no clocks.
 * @throws `RefusalError` with `bad-request` if the values do not fit together
 */
function parseClock({ profile, ...values }: z.output<typeof CLOCK>): ClockRules | null {
  if (profile === "none") {
    if (Object.keys(values).length > 0) throw refuse("bad-request", { field: "clock" });
    return null;
  }
  const defaults = CLOCKS[profile];
  const turn = values.turn ?? defaults.turn;
  const warning = values.warning ?? Math.min(defaults.warning, turn);
  if (warning > turn) throw refuse("bad-request", { field: "clock.warning" });
  return {
    turn,
    reserve: values.reserve ?? defaults.reserve,
    increment: values.increment ?? defaults.increment,
    warning,
    awayAfter: values.awayAfter ?? defaults.awayAfter,
    away: values.away ?? defaults.away,
  };
}
