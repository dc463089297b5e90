import { PATHS, type SeatReservation } from "@flower-war/protocol";
import { post } from "../http.ts";
import { type CommandTiming, type Match, SEATS, type Subject } from "../subject.ts";
import { TimedCommand } from "../timed-command.ts";
import { simpleCommand, startServer } from "./flower-war.ts";
import { drawNonce } from "./seat-signer.ts";
import { StreamClient } from "./stream-client.ts";

/** The same with clients that read streams and send requests over HTTP. */
export const flowerWarStreamed: Subject = {
  name: "Flower War, streamed",
  async start() {
    const { url, pid, stop } = await startServer();
    return { pids: [pid], stop, openMatch: () => StreamedMatch.open(url) };
  },
};

/** A match of Flower War with four streams. */
class StreamedMatch implements Match {
  readonly #clients: StreamClient[] = [];
  #command = new TimedCommand([]);
  #commands = 0;

  static async open(url: string): Promise<StreamedMatch> {
    const clock = { profile: "none" };
    const wanted = { game: "flower-war", name: "Citlali", seats: SEATS, clock, openNonces: true };
    const reserved = [await post<SeatReservation>(url + PATHS.matches, wanted)];
    const seats = url + PATHS.seats.replace(":id", reserved[0]?.match ?? "");
    while (reserved.length < SEATS) reserved.push(await post<SeatReservation>(seats, { name: "Citlali" }));
    const match = new StreamedMatch();
    const begun = reserved.map(() => Promise.withResolvers<void>());
    for (const [i, seat] of reserved.entries()) {
      const client = await StreamClient.open(url, seat, ({ told }, type) => {
        if (told.status === "playing") begun[i]?.resolve();
        if (type === "entry") match.#command.markShown();
      });
      match.#clients.push(client);
    }
    await Promise.all(match.#clients.map((client) => client.post("nonce", { nonce: drawNonce() })));
    await Promise.all(begun.map(({ promise }) => promise));
    return match;
  }

  get isOver(): boolean {
    return this.#clients[0]?.told.status === "over";
  }

  get first(): number {
    return this.#clients.reduce((sum, { first }) => sum + first, 0);
  }

  async play(): Promise<CommandTiming> {
    const [awaited] = this.#clients[0]?.told.awaiting ?? [];
    const client = this.#clients.find(({ seat }) => seat === awaited?.seat);
    if (awaited === undefined || client === undefined) throw new Error("no seat is awaited");
    const legal = client.told.legal.filter(({ type }) => type !== "concede");
    const simple = simpleCommand(awaited.decision, this.#commands, () =>
      legal.some(({ type }) => type === "sacrifice"),
    );
    const command = simple ?? legal[Math.floor(Math.random() * legal.length)] ?? { type: "concede" };
    const timed = new TimedCommand(this.#clients);
    this.#command = timed;
    this.#commands += 1;
    await client.play(String(this.#commands), command);
    timed.markAcknowledged();
    return timed.timing;
  }

  close(): void {
    for (const client of this.#clients) client.close();
  }
}
