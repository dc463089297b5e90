import { join } from "node:path";
import { CountingSocket } from "../counting-socket.ts";
import { post } from "../http.ts";
import { spawn } from "../process.ts";
import { type Match, SEATS, type Subject } from "../subject.ts";
import { TimedCommand } from "../timed-command.ts";

/** boardgame.io's own server. The bench writes Socket.IO's frames itself: boardgame.io's client would be slower than the server. */
export const boardgameIo: Subject = {
  name: "boardgame.io",
  async start() {
    const main = join(import.meta.dirname, "../../peers/boardgame-io.mjs");
    const { pid, ready, stop } = await spawn<{ port: number }>(main);
    return { pids: [pid], stop, openMatch: () => openMatch(`http://127.0.0.1:${ready.port}`) };
  },
};

/** A client connected to the game's namespace. */
class Client {
  readonly id: string;
  readonly #socket: CountingSocket;
  readonly #connected = Promise.withResolvers<void>();
  readonly #synced = Promise.withResolvers<void>();
  /** boardgame.io's number of the match's state: a move must name it. */
  stateId = 0;
  /** Bytes of handshake and first state. */
  first = 0;

  private constructor(id: string, socket: CountingSocket, onUpdate: (id: string) => void) {
    this.id = id;
    this.#socket = socket;
    socket.onFrame = (frame) => this.#receive(frame.toString(), onUpdate);
  }

  static async join(url: string, match: string, id: string, onUpdate: (id: string) => void): Promise<Client> {
    const address = `${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
    const socket = await CountingSocket.open(address, () => {});
    const client = new Client(id, socket, onUpdate);
    socket.send("40/small,");
    await client.#connected.promise;
    client.#emit("sync", match, id, null, SEATS);
    await client.#synced.promise;
    client.first = socket.received;
    return client;
  }

  /** Bytes received after the first state. */
  get received(): number {
    return this.#socket.received - this.first;
  }

  mark(match: string, cell: number, value: number): void {
    const payload = { type: "mark", args: [cell, value], playerID: this.id, credentials: null };
    this.#emit("update", { type: "MAKE_MOVE", payload }, this.stateId, match, this.id);
  }

  close(): void {
    this.#socket.close();
  }

  #emit(...event: unknown[]): void {
    this.#socket.send(`42/small,${JSON.stringify(event)}`);
  }

  #receive(frame: string, onUpdate: (id: string) => void): void {
    if (frame === "2") return this.#socket.send("3");
    if (frame.startsWith("40/small,")) this.#connected.resolve();
    if (frame.startsWith('42/small,["sync"')) this.#synced.resolve();
    if (!frame.startsWith('42/small,["update"')) return undefined;
    this.stateId = Number(/"_stateID":(\d+)/.exec(frame)?.[1] ?? 0);
    return onUpdate(this.id);
  }
}

async function openMatch(url: string): Promise<Match> {
  const { matchID } = await post<{ matchID: string }>(`${url}/games/small/create`, { numPlayers: SEATS });
  const clients: Client[] = [];
  let command = new TimedCommand(clients);
  let n = 0;
  for (let seat = 0; seat < SEATS; seat++) {
    const onUpdate = (id: string) => {
      command.markShown();
      if (Number(id) === n % SEATS) command.markAcknowledged();
    };
    clients.push(await Client.join(url, matchID, String(seat), onUpdate));
  }
  return {
    isOver: false,
    first: clients.reduce((sum, { first }) => sum + first, 0),
    play() {
      command = new TimedCommand(clients);
      n += 1;
      clients[n % SEATS]?.mark(matchID, n % 20, n);
      return command.timing;
    },
    close: () => clients.forEach((client) => client.close()),
  };
}
