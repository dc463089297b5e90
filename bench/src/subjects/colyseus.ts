import { join } from "node:path";
import type { Reservation } from "@flower-war/client-sdk/protocol";
import { post } from "../http.ts";
import { spawn } from "../process.ts";
import type { Subject, Table } from "../subject.ts";
import { Turn } from "../turn.ts";
import { Seated } from "./seated.ts";

const SEATS = 4;

/** A bare Colyseus room: a small game, immediate patches, nothing kept. */
export const colyseus: Subject = {
  name: "bare Colyseus",
  async start() {
    const main = join(import.meta.dirname, "../peers/colyseus.ts");
    const { pid, ready, stop } = await spawn<{ port: number }>(main);
    return { pids: [pid], stop, openTable: () => sitDown(`http://127.0.0.1:${ready.port}`) };
  },
};

async function sitDown(url: string): Promise<Table> {
  const lines: Seated[] = [];
  let turn = new Turn(lines);
  const made = await post<Reservation>(`${url}/matchmake/create/small`, {});
  for (let seat = 0; seat < SEATS; seat++) {
    const place = seat === 0 ? made : await post<Reservation>(`${url}/matchmake/joinById/${made.roomId}`, {});
    const seated = await Seated.sit(url, place, false, (kind) => {
      if (kind === "patch") turn.show();
      if (kind === "answer") turn.acknowledge();
    });
    lines.push(seated);
  }
  let n = 0;
  return {
    over: false,
    first: lines.reduce((sum, { first }) => sum + first, 0),
    play() {
      turn = new Turn(lines);
      n += 1;
      lines[n % SEATS]?.ask("mark", [n % 20, n % 251]);
      return turn.played;
    },
    close: () => lines.forEach((line) => line.close()),
  };
}
