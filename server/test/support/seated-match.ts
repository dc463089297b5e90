import { TestClient } from "./client.ts";
import { createMatch, requestSeat } from "./post.ts";

/** A match in which every seat is taken. */
export interface SeatedMatch {
  match: string;
  code: string;
  /** The connected players in turn order, the creator first. */
  players: TestClient[];
}

/**
 * Creates a match, connects a player to each seat that no bot takes, and waits until the match has begun.
 * @param headers sent with all requests
 */
export async function seatPlayers(
  url: string,
  settings: {
    game?: string;
    name?: string;
    title?: string;
    seats: number;
    bots?: number;
    options?: object;
    clock?: object;
    private?: boolean;
  },
  headers: Record<string, string> = {},
): Promise<SeatedMatch> {
  const first = await createMatch(url, settings, headers);
  // Each joins at once: a public match opens the seat of a player who does not come within 5 s.
  const joining = [TestClient.join(url, first)];
  for (let i = 1; i < settings.seats - (settings.bots ?? 0); i++) {
    const reserved = await requestSeat(url, first.match, { name: `Player ${i + 1}` }, headers);
    joining.push(TestClient.join(url, reserved));
  }
  const players = await Promise.all(joining);
  await Promise.all(players.map((player) => player.waitForEntry(0)));
  return { match: first.match, code: first.code, players };
}

/** Seats two players as `seatPlayers`, with a name for each. */
export async function seatTwo(
  url: string,
  settings: { game?: string; options?: object } = {},
): Promise<SeatedMatch & { first: TestClient; second: TestClient }> {
  const seated = await seatPlayers(url, { ...settings, seats: 2 });
  const [first, second] = seated.players;
  if (!first || !second) throw new Error("the match has two players");
  return { ...seated, first, second };
}
