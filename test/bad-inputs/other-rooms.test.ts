/** Bad inputs to the rooms of the lobby and of bots, and to sockets. */
import type { Room } from "@colyseus/sdk";
import { describe, expect, test } from "vitest";
import {
  command,
  expectRefused,
  expectRows,
  expectUnchanged,
  sendToRoom,
  startWorld,
  world,
} from "../support/bad-inputs.ts";

startWorld();

describe("rooms without seats", () => {
  const inRoom = (
    what: string,
    to: () => Room,
    type: string,
    payload: unknown,
    ...[code, field]: readonly [code: string, field?: string]
  ) =>
    test(`${what} is ${code}`, () => expectRefused(() => sendToRoom(to(), type, payload), [0, code, field]));
  inRoom("a request in the lobby", () => world.lobbyRoom, "list", {}, "bad-request", "type");
  inRoom("a command in the lobby", () => world.lobbyRoom, "command", command("roll"), "bad-request", "type");
  inRoom("an unknown request of a bot", () => world.botRoom, "accept", { id: "x" }, "bad-request", "type");
  inRoom(
    "a bot's answer without an id",
    () => world.botRoom,
    "decline",
    { reason: "busy" },
    "bad-request",
    "id",
  );
  inRoom(
    "a bot's answer without a reason",
    () => world.botRoom,
    "decline",
    { id: "x" },
    "bad-request",
    "reason",
  );
  inRoom(
    "a bot's unknown reason",
    () => world.botRoom,
    "decline",
    { id: "x", reason: "tired" },
    "bad-request",
    "reason",
  );
});

describe("a socket", () => {
  /** Opens a socket to a room; resolves with whether it was let in. */
  const isLetIn = async (sessionId: string) => {
    const { reservation } = world.clients.host.reserved;
    const socket = new WebSocket(
      `${world.url.replace("http", "ws")}/${reservation.processId}/${reservation.roomId}?sessionId=${sessionId}`,
    );
    socket.binaryType = "arraybuffer";
    return new Promise<boolean>((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const [first] = new Uint8Array(data as ArrayBuffer);
        if (first === 11) resolve(false);
        if (first === 10) resolve(true);
      });
      for (const end of ["close", "error"]) socket.addEventListener(end, () => resolve(false));
    });
  };

  test.each([
    ["without a reservation", () => "nobody"],
    ["with none", () => ""],
    ["with one that was used", () => world.clients.host.reserved.reservation.sessionId],
  ])("%s is not let in", async (_, session) => {
    await expectUnchanged(async () => expect(await isLetIn(session())).toBe(false));
  });
});

expectRows(9);
