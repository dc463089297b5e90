/** A bare Colyseus room with a small game: 20 spaces, 4 players, each may mark a space; nothing is stored. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Client, type MessageContext, Room, Server } from "@colyseus/core";
import { type SchemaType, schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";

const Small = schema({ n: t.uint32().default(0), cells: t.array("uint8") }, "Small");

class SmallRoom extends Room<{ state: SchemaType<typeof Small> }> {
  override maxClients = 4;
  override autoDispose = false;
  override patchRate = 2_147_483_647;

  override onCreate(): void {
    this.state = new Small();
    for (let i = 0; i < 20; i++) this.state.cells.push(0);
    this.onMessage("mark", (client: Client, [cell = 0, value = 0]: number[], context: MessageContext) =>
      this.mark(cell, value, client, context),
    );
  }

  mark(cell: number, value: number, _client: Client, _context: MessageContext): { n: number } {
    this.state.cells[cell] = value;
    this.state.n += 1;
    this.broadcastPatch();
    return { n: this.state.n };
  }
}

const http = createServer();
const transport = new WebSocketTransport({ server: http, pingInterval: 0, pingMaxRetries: 0 });
const server = new Server({ transport, greet: false });
server.define("small", SmallRoom);
await server.listen(0, "127.0.0.1");
if (!http.listening) await once(http, "listening");
process.send?.({ port: (http.address() as AddressInfo).port });
process.on("disconnect", () => process.exit());
