/* Requests that name a game: what they may say depends on which games the server hosts. */
import { type BotKind, CLOCKS, type ClockRules, type GameName, speedOf } from "@flower-war/protocol";
import { type ClockSettings, type CreateRequest, LobbyRequest } from "@flower-war/protocol/schemas";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { readOptions } from "@flower-war/rules";
import type { z } from "zod";
import type { HostedGame } from "../games/hosted-game.ts";
import type { MatchSettings } from "../lobby/reservations.ts";
import type { LobbyView } from "../lobby/room.ts";
import { type RefusalError, refuse, refuseValue } from "../refusal.ts";
import { parse } from "../wire/requests.ts";

/**
 * Checks a request for a match against its game, and fills in the game's defaults.
 * @throws `RefusalError` with `bad-request` or `bad-option`, naming the field or option at fault
 */
export function parseMatchSettings(
  games: ReadonlyMap<string, HostedGame>,
  { title, ...request }: Omit<z.output<typeof CreateRequest>, "name">,
): MatchSettings {
  const hosted = games.get(request.game);
  if (!hosted) throw unknownGame(games);
  const { game } = hosted;
  const seats = request.seats ?? game.seats.default;
  const { min, max } = game.seats;
  if (seats < min || seats > max) {
    throw refuseValue("bad-request", "seats", min === max ? `${min}` : `an integer from ${min} to ${max}`);
  }
  const bots = typeof request.bots === "number" ? easyBots(request.bots) : request.bots;
  if (bots.length >= seats) {
    throw refuseValue("bad-request", "bots", `${seats - 1} at most: of ${seats} seats one is yours`);
  }
  if (request.unwatched && request.watchDelay > 0)
    throw refuseValue("bad-request", "unwatched", "false besides a watchDelay");
  const read = readOptions(game, { ...presetOptions(game, request.preset), ...request.options });
  if (read.options === undefined) throw refuseValue("bad-option", read.option, read.expected);
  const clock = parseClock(request.clock ?? { profile: isHeldUp(request, seats, bots) ? "relaxed" : "none" });
  if (request.takeBacks) {
    if (game.quiet === undefined) throw refuse("no-take-backs", { field: "takeBacks" });
    if (!request.private && clock !== null) throw refuse("may-be-rated", { field: "takeBacks" });
  }
  if (request.handOvers !== "no" && !request.private && clock !== null)
    throw refuse("may-be-rated", { field: "handOvers" });
  if (request.judges) {
    if (!request.private && clock !== null) throw refuse("may-be-rated", { field: "judges" });
    // A judge sees the match live, and answers reveal its time.
    if (request.unwatched || request.watchDelay > 0)
      throw refuseValue("bad-request", "judges", "false at a table that is not watched at once");
  }
  if (request.pauses > 0) {
    if (clock === null) throw refuseValue("bad-request", "pauses", "0 without clocks");
    const { most: inPlay, mostByDays } = SERVER_LIMITS.pauses;
    const most = speedOf(clock) === "days" ? mostByDays : inPlay;
    if (request.pauses > most)
      throw refuseValue("bad-request", "pauses", `${most} at most with these clocks`);
  }
  if (request.holidays > 0 && (clock === null || speedOf(clock) !== "days"))
    throw refuseValue("bad-request", "holidays", "0 without clocks by days");
  return {
    game: game.name as GameName,
    options: read.options,
    seats,
    bots,
    admission: request.admission,
    private: request.private,
    clock,
    start: request.start,
    silent: request.silent,
    openNonces: request.openNonces,
    ...(request.watchDelay > 0 && { watchDelay: request.watchDelay }),
    ...(request.unwatched && { unwatched: true }),
    ...(request.takeBacks && { takeBacks: true as const }),
    ...(request.pauses > 0 && { pauses: request.pauses }),
    ...(request.holidays > 0 && { holidays: request.holidays }),
    ...(request.handOvers !== "no" && { handOvers: request.handOvers }),
    ...(request.judges && { judges: true as const }),
    ...(request.language !== undefined && { language: request.language }),
    ...(title !== "" && { title }),
  };
}

function presetOptions({ presets = [] }: HostedGame["game"], wanted: string | undefined): object {
  if (wanted === undefined) return {};
  const preset = presets.find(({ name }) => name === wanted);
  if (preset !== undefined) return preset.options;
  throw unknownPreset(presets);
}

function unknownPreset(presets: readonly { readonly name: string }[]): RefusalError {
  const names = new Set(presets.map(({ name }) => JSON.stringify(name)));
  return refuseValue("bad-request", "preset", names.size === 0 ? null : `one of ${[...names].join(", ")}`);
}

function easyBots(count: number): BotKind[] {
  return Array.from({ length: count }, () => "easy");
}

/** Builds the error for the name of a game that is not hosted here. */
export function unknownGame(games: ReadonlyMap<string, HostedGame>): RefusalError {
  const names = [...games.keys()].map((name) => JSON.stringify(name));
  return refuseValue("bad-request", "game", `one of ${names.join(", ")}`);
}

/** Whether a silent player would hold up strangers: others can join, and did not choose to play without clocks. */
function isHeldUp(
  { private: hidden }: { readonly private: boolean },
  seats: number,
  bots: MatchSettings["bots"],
): boolean {
  return !hidden && bots.filter((kind) => kind !== null).length < seats - 1;
}

/**
 * Fills in a profile's values; `null`: no clocks.
 * @throws `RefusalError` with `bad-request` if the values do not fit together
 */
function parseClock({ profile, ...values }: z.output<typeof ClockSettings>): ClockRules | null {
  if (profile === "none") {
    if (Object.keys(values).length > 0) {
      throw refuseValue("bad-request", "clock", "no field but profile if that is none");
    }
    return null;
  }
  const defaults = CLOCKS[profile];
  const turn = values.turn ?? defaults.turn;
  const warning = values.warning ?? Math.min(defaults.warning, turn);
  if (warning > turn) throw refuseValue("bad-request", "clock.warning", `${turn}, the turn, at most`);
  return {
    turn,
    reserve: values.reserve ?? defaults.reserve,
    increment: values.increment ?? defaults.increment,
    warning,
    awayAfter: values.awayAfter ?? defaults.awayAfter,
    away: values.away ?? defaults.away,
  };
}

/**
 * Checks a request for a page of the lobby.
 * @param request a body, or a query
 * @throws `RefusalError` with `bad-request`, naming the field at fault
 */
export function parseLobbyRequest(games: ReadonlyMap<string, HostedGame>, request: unknown): LobbyView {
  const { page, game, ...rest } = parse(LobbyRequest, request);
  if (game !== undefined && !games.has(game)) throw unknownGame(games);
  const hosted = [...games.values()].filter((each) => game === undefined || each.game.name === game);
  const presets = hosted.flatMap((each) => each.game.presets ?? []);
  const { preset } = rest;
  if (preset !== undefined && presets.every(({ name }) => name !== preset)) {
    throw unknownPreset(presets);
  }
  return { page, filter: { ...(game !== undefined && { game: game as GameName }), ...rest } };
}
