import { join } from "node:path";
import type { Reservation } from "@flower-war/protocol";
import { post } from "../http.ts";
import { spawn } from "../process.ts";
import { type Match, SEATS, type Subject } from "../subject.ts";
import { TimedCommand } from "../timed-command.ts";
import { RoomClient } from "./room-client.ts";

/** A bare Colyseus room: a small game, immediate patches, nothing stored. */
export const colyseus: Subject = {
  name: "bare Colyseus",
  async start() {
    const main = join(import.meta.dirname, "../peers/colyseus.ts");
    const { pid, ready, stop } = await spawn<{ port: number }>(main);
    return { pids: [pid], stop, openMatch: () => openMatch(`http://127.0.0.1:${ready.port}`) };
  },
};

async function openMatch(url: string): Promise<Match> {
  const clients: RoomClient[] = [];
  let command = new TimedCommand(clients);
  const created = await post<Reservation>(`${url}/matchmake/create/small`, {});
  for (let seat = 0; seat < SEATS; seat++) {
    const reservation =
      seat === 0 ? created : await post<Reservation>(`${url}/matchmake/joinById/${created.roomId}`, {});
    const client = await RoomClient.join(url, reservation, false, (kind) => {
      if (kind === "patch") command.markShown();
    });
    clients.push(client);
  }
  let n = 0;
  return {
    isOver: false,
    first: clients.reduce((sum, { first }) => sum + first, 0),
    async play() {
      command = new TimedCommand(clients);
      n += 1;
      await clients[n % SEATS]?.request("mark", [n % 20, n % 251]);
      command.markAcknowledged();
      return command.timing;
    },
    close: () => clients.forEach((client) => client.close()),
  };
}
