/** The line through which spectators of a table with a delay are told, by itself. */
import { type Client, ClientState } from "@colyseus/core";
import type { PlainMatch } from "@flower-war/protocol";
import { expect, test } from "vitest";
import { DelayedCrowd } from "../../../src/match/outbound/delayed-crowd.ts";
import { GuardedSocket } from "../../../src/wire/guarded-socket.ts";
import { FakeTime } from "../../support/fake-time.ts";

const DELAY = 300_000;

function open(watching: number) {
  const time = new FakeTime();
  const sent = new Map<Client, Buffer[]>();
  const clients = Array.from({ length: watching }, () => {
    const frames: Buffer[] = [];
    const ref = Object.assign(Object.create(GuardedSocket.prototype) as GuardedSocket, {
      sendFrames: (frame: Buffer) => void frames.push(frame),
    });
    const client = { ref, state: ClientState.JOINED, auth: { seat: null, address: "" } } as unknown as Client;
    sent.set(client, frames);
    return client;
  });
  let n = 0;
  let begun = false;
  const encoded: number[] = [];
  const crowd = new DelayedCrowd({
    clients,
    time,
    delay: DELAY,
    hasBegun: () => begun,
    encode: () => {
      encoded.push(n);
      return Uint8Array.of(n);
    },
    describe: () => ({ n }) as PlainMatch,
  });
  const tell = () => {
    n += 1;
    for (const receiver of crowd.gather()) receiver.raw(Uint8Array.of(n));
    crowd.note();
  };
  crowd.note();
  begun = true;
  return { time, clients, sent, crowd, encoded, tell };
}

test("a thousand spectators are sent one and the same buffer", async () => {
  const { time, clients, sent, tell } = open(1_000);
  tell();
  await time.pass(DELAY - 1);
  expect(clients.every((client) => sent.get(client)?.length === 0)).toBe(true);
  await time.pass(1);
  const [first] = sent.get(clients[0] as Client) ?? [];
  expect(first).toBeInstanceOf(Buffer);
  for (const client of clients) {
    const [frame, ...more] = sent.get(client) ?? [];
    expect(frame === first).toBe(true);
    expect(more).toEqual([]);
  }
});

test("the whole state is encoded at most thirty times in the delay, and who joins gets it with what was told since", async () => {
  const { time, clients, sent, crowd, encoded, tell } = open(1);
  const [client] = clients as [Client];
  for (let i = 0; i < 300; i += 1) {
    await time.pass(1_000);
    tell();
  }
  expect(encoded.length).toBeLessThanOrEqual(31);
  await time.pass(5_000);
  sent.get(client)?.splice(0);
  const [state = 0] = crowd.stateFor(client) ?? [];
  await time.nextTurn();
  expect(state).toBeGreaterThan(0);
  expect(state).toBeLessThanOrEqual(5);
  const numbers = Buffer.concat(sent.get(client) ?? []).filter((_, i) => i % 3 === 2);
  expect([...numbers]).toEqual(Array.from({ length: 5 - state }, (_, i) => state + 1 + i));
});

test("after it is stopped no timer runs, whatever it is told", async () => {
  const { time, crowd, tell } = open(1);
  tell();
  expect(time.isDueIn(DELAY)).toBe(true);
  crowd.stop();
  crowd.tellLine("{}", null);
  tell();
  expect(time.isDueIn(DELAY)).toBe(false);
});
