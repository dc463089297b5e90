import type { PlayerInfo } from "@flower-war/client-sdk";
import { type Tournament, Tournaments } from "@flower-war/client-sdk/tournaments";
import { host } from "../session/host.ts";
import { type Asked, useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";

/** Those of the page's server. */
export const tournaments = new Tournaments(host);

/** Asks who the viewer is, without the server; `null`: no player yet. */
export const useViewer = (): Asked<PlayerInfo | null> =>
  useAnswer("viewer", async () => (await host.identity()).stored());

/** Says of players without a name that they were deleted. */
const withName = <P extends { readonly name: string }>(player: P): P =>
  player.name === "" ? { ...player, name: i18n._("a deleted player") } : player;

/** Finds a tournament, as it is shown. Rejects with a `Refusal`. */
export async function findTournament(id: string): Promise<Tournament> {
  const found = await tournaments.find(id);
  return {
    ...found,
    organiser: withName(found.organiser),
    standings: found.standings.map(withName),
    tables: found.tables.map((table) => ({ ...table, players: table.players.map(withName) })),
  };
}
