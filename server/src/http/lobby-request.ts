import type { GameName } from "@flower-war/protocol";
import { LobbyRequest } from "@flower-war/protocol/schemas";
import type { HostedGame } from "../games/hosted-game.ts";
import type { LobbyView } from "../lobby/room.ts";
import { refuseValue } from "../refusal.ts";
import { parse } from "../wire/requests.ts";
import { unknownGame } from "./match-settings.ts";

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
    const names = new Set(presets.map(({ name }) => JSON.stringify(name)));
    throw refuseValue("bad-request", "preset", names.size === 0 ? null : `one of ${[...names].join(", ")}`);
  }
  return { page, filter: { ...(game !== undefined && { game: game as GameName }), ...rest } };
}
