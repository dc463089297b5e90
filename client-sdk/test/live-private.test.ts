import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FlowerWar } from "../src/index.ts";
import { type LiveServer, startLiveServer } from "./support/live-server.ts";

const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 60_000 });

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.stop());

describe("a private match", () => {
  it("is joined by its invitation, and by its code while its host shows that", async () => {
    const [host, guests] = [new FlowerWar(server.url), new FlowerWar(server.url, { name: "Izel" })];
    const match = await host.create({ game: "flower-war", seats: 4, start: "host", private: true });
    const invitation = match.invitation ?? "";
    for (const name of [match.id, match.code]) {
      await expect(guests.join(name)).rejects.toMatchObject({ code: "unknown-match" });
      await expect(guests.spectate(name)).rejects.toMatchObject({ code: "unknown-match" });
    }
    const { table } = await guests.findMatch(invitation);
    expect(table?.seats.map(({ seat, kind }) => [seat, kind])).toEqual([
      ["east", "human"],
      ["north", "open"],
      ["south", "open"],
      ["west", "open"],
    ]);
    const guest = await guests.join(invitation);
    expect(guest.invitation).toBe(invitation);
    await match.showCode(true);
    await until(() => expect(guest.details.codeShown).toBe(true));
    const spectator = await guests.spectate(match.code);
    await match.showCode(false);
    await expect(guests.join(match.code)).rejects.toMatchObject({ code: "unknown-match" });
    const [stored] = await host.resume();
    expect(stored).toMatchObject({ match: match.id, invitation });
    for (const each of [match, guest, spectator]) await each.leave();
  });
});
