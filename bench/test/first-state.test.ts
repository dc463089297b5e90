/** What a client receives before it can show a match: the description of its state, and the state (P4). */
import { PATHS, type SeatReservation, type SyncedMatch } from "@flower-war/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { post } from "../src/http.ts";
import { type StartedServer, startServer } from "../src/subjects/flower-war.ts";
import { RoomClient } from "../src/subjects/room-client.ts";
import { SeatSigner } from "../src/subjects/seat-signer.ts";

let server: StartedServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test.each([
  ["flower-war", 4],
  ["space-aztecs", 4],
  ["tieqchieq", 2],
])(
  "is at most 4,096 bytes for every seat of %s, when it joins and when it comes back",
  async (game, count) => {
    const reserved = [
      await post<SeatReservation>(server.url + PATHS.matches, { game, seats: count, name: "Citlali" }),
    ];
    const seats = server.url + PATHS.seats.replace(":id", reserved[0]?.match ?? "");
    while (reserved.length < count) reserved.push(await post<SeatReservation>(seats, { name: "Citlali" }));
    const join = ({ reservation }: SeatReservation): Promise<RoomClient> =>
      RoomClient.join(server.url, reservation, true, () => {});
    const clients: RoomClient[] = [];
    const signers: SeatSigner[] = [];
    for (const each of reserved) {
      const client = await join(each);
      const signer = new SeatSigner(client, each.match, each.seat ?? "");
      await signer.seal();
      clients.push(client);
      signers.push(signer);
    }
    await Promise.all(signers.map((signer) => signer.reveal()));
    for (const { token } of reserved) {
      clients.push(await join(await post<SeatReservation>(seats, { token })));
    }
    for (const { first } of clients) expect(first).toBeLessThanOrEqual(4096);
    for (const { state } of clients) expect((state as SyncedMatch).status).toBe("playing");
    expect(Math.min(...clients.map(({ first }) => first))).toBeGreaterThan(0);
    for (const client of clients) client.close();
  },
);
