import type { BotKind, GameName } from "@flower-war/client-sdk/protocol";
import { readOptions } from "@flower-war/rules";
import type { z } from "zod";
import { readClock } from "../clock/wish.ts";
import { fault, Refused, refused } from "../fault.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { Wish } from "../lobby/entrance.ts";
import type { CREATE } from "./formats.ts";

/**
 * Checks a request for a match against the game it asks for, and fills in the game's defaults.
 * @throws `Refused` with `bad-request` or `bad-option`, naming the field or option at fault
 */
export function readWish(games: ReadonlyMap<string, HostedGame>, request: z.output<typeof CREATE>): Wish {
  const hosted = games.get(request.game);
  if (!hosted) throw refused("bad-request", { field: "game" });
  const { game } = hosted;
  const seats = request.seats ?? game.seats.default;
  if (seats < game.seats.min || seats > game.seats.max) throw refused("bad-request", { field: "seats" });
  const bots = typeof request.bots === "number" ? easyOnes(request.bots) : request.bots;
  if (bots.length >= seats) throw refused("bad-request", { field: "bots" });
  const read = readOptions(game, request.options);
  if (read.options === undefined) throw badOption(read.option, read.expected);
  const { name } = request;
  const clock = readClock(request.clock);
  return {
    game: game.name as GameName,
    options: read.options,
    seats,
    bots,
    private: request.private,
    clock,
    name,
  };
}

function easyOnes(count: number): BotKind[] {
  return Array.from({ length: count }, () => "easy");
}

function badOption(option: string, expected: string): Refused {
  const { code, message } = fault("bad-option");
  return new Refused({ code, message: `${message}: ${option} takes ${expected}`, field: option });
}
