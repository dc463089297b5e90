import type { SeatReservation } from "@flower-war/client-sdk/protocol";
import { TestClient } from "./client.ts";
import { askForSeat, createMatch } from "./post.ts";

/** The people at one match, the creator first. */
export interface People {
  match: string;
  code: string;
  players: TestClient[];
}

/**
 * Creates a match and seats a person on every chair that bots leave, in turn order.
 * @param headers of all their requests
 */
export async function sitDown(
  url: string,
  wish: { game?: string; name?: string; seats: number; bots?: number; options?: object },
  headers: Record<string, string> = {},
): Promise<People> {
  const first = await createMatch(url, wish, headers);
  const places: SeatReservation[] = [first];
  for (let i = 1; i < wish.seats - (wish.bots ?? 0); i++) {
    places.push(await askForSeat(url, first.match, { name: `Player ${i + 1}` }, headers));
  }
  const players = await Promise.all(places.map((place) => TestClient.join(url, place)));
  await Promise.all(players.map((player) => player.reached(0)));
  return { match: first.match, code: first.code, players };
}
