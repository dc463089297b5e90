import { join } from "node:path";
import { post } from "../http.ts";
import { Line } from "../line.ts";
import { spawn } from "../process.ts";
import type { Subject, Table } from "../subject.ts";
import { Turn } from "../turn.ts";

const SEATS = 4;

/** boardgame.io's own server, spoken to in Socket.IO's frames: a client of its own would be slower than it is. */
export const boardgameIo: Subject = {
  name: "boardgame.io",
  async start() {
    const main = join(import.meta.dirname, "../../peers/boardgame-io.mjs");
    const { pid, ready, stop } = await spawn<{ port: number }>(main);
    return { pids: [pid], stop, openTable: () => sitDown(`http://127.0.0.1:${ready.port}`) };
  },
};

/** A connection to the game's namespace. */
class Player {
  readonly id: string;
  readonly #line: Line;
  readonly #connected = Promise.withResolvers<void>();
  readonly #stated = Promise.withResolvers<void>();
  /** The match's state as boardgame.io counts them: a move must name it. */
  stateId = 0;
  first = 0;

  private constructor(id: string, line: Line, updated: (id: string) => void) {
    this.id = id;
    this.#line = line;
    line.hear = (frame) => this.#hear(frame.toString(), updated);
  }

  static async sit(url: string, match: string, id: string, updated: (id: string) => void): Promise<Player> {
    const address = `${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
    const line = await Line.open(address, () => {});
    const player = new Player(id, line, updated);
    line.send("40/small,");
    await player.#connected.promise;
    player.#emit("sync", match, id, null, SEATS);
    await player.#stated.promise;
    player.first = line.received;
    return player;
  }

  get received(): number {
    return this.#line.received - this.first;
  }

  mark(match: string, cell: number, value: number): void {
    const payload = { type: "mark", args: [cell, value], playerID: this.id, credentials: null };
    this.#emit("update", { type: "MAKE_MOVE", payload }, this.stateId, match, this.id);
  }

  close(): void {
    this.#line.close();
  }

  #emit(...event: unknown[]): void {
    this.#line.send(`42/small,${JSON.stringify(event)}`);
  }

  #hear(frame: string, updated: (id: string) => void): void {
    if (frame === "2") return this.#line.send("3");
    if (frame.startsWith("40/small,")) this.#connected.resolve();
    if (frame.startsWith('42/small,["sync"')) this.#stated.resolve();
    if (!frame.startsWith('42/small,["update"')) return undefined;
    this.stateId = Number(/"_stateID":(\d+)/.exec(frame)?.[1] ?? 0);
    return updated(this.id);
  }
}

async function sitDown(url: string): Promise<Table> {
  const { matchID } = await post<{ matchID: string }>(`${url}/games/small/create`, { numPlayers: SEATS });
  const players: Player[] = [];
  let turn = new Turn(players);
  let n = 0;
  for (let seat = 0; seat < SEATS; seat++) {
    const shown = (id: string) => {
      turn.show();
      if (Number(id) === n % SEATS) turn.acknowledge();
    };
    players.push(await Player.sit(url, matchID, String(seat), shown));
  }
  return {
    over: false,
    first: players.reduce((sum, { first }) => sum + first, 0),
    play() {
      turn = new Turn(players);
      n += 1;
      players[n % SEATS]?.mark(matchID, n % 20, n);
      return turn.played;
    },
    close: () => players.forEach((player) => player.close()),
  };
}
