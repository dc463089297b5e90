import { LocalPresence } from "@colyseus/core";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { StreamLinks } from "../../src/cluster/stream-links.ts";
import { systemRandom } from "../../src/random.ts";
import { FakeTime } from "../support/fake-time.ts";

/** Two processes, `room` and `edge`, on one presence, and a stream from the one to the other. */
async function connect() {
  const time = new FakeTime();
  const presence = new LocalPresence();
  const alive = new Set(["room", "edge"]);
  const open = async (processId: string) => {
    const isAlive = async (other: string) => alive.has(other);
    const log = pino({ level: "silent" });
    const links = new StreamLinks({ presence, processId, isAlive, time, random: systemRandom, log });
    await links.open();
    return links;
  };
  const [room, edge] = await Promise.all([open("room"), open("edge")]);
  const read: unknown[] = [];
  const address = edge.read({
    line: (text, n) => void read.push([text, n]),
    end: (text) => void read.push(text),
  });
  const gone: string[] = [];
  const writer = room.write(address, () => void gone.push("gone"));
  edge.follow(address.id, "room");
  return { time, presence, alive, room, edge, address, writer, read, gone };
}

/** Loses what `act` publishes for the other process. */
async function lose(presence: LocalPresence, act: () => void): Promise<void> {
  const publish = presence.publish.bind(presence);
  presence.publish = () => presence;
  act();
  await Promise.resolve();
  presence.publish = publish;
}

describe("a stream between two processes", () => {
  test("brings lines in order, with their numbers, and the last one", async () => {
    const { writer, read, edge, gone } = await connect();
    writer.line("one", null);
    writer.line("two", 7);
    writer.end("last");
    writer.line("late", null);
    await Promise.resolve();
    expect(read).toEqual([["one", null], ["two", 7], "last"]);
    expect([edge.size, gone]).toEqual([0, []]);
  });

  test("tells the room once that the client is gone", async () => {
    const { writer, read, gone, edge, address } = await connect();
    edge.stopReading(address.id);
    edge.stopReading(address.id);
    writer.line("late", null);
    await Promise.resolve();
    expect([gone, read]).toEqual([["gone"], []]);
  });

  test("shares a text with others that get the same at once, and keeps its own order", async () => {
    const { presence, room, edge, writer, read } = await connect();
    const other: unknown[] = [];
    const address = edge.read({ line: (text) => void other.push(text), end: () => {} });
    const second = room.write(address, () => {});
    edge.follow(address.id, "room");
    const published: unknown[] = [];
    const publish = presence.publish.bind(presence);
    presence.publish = (topic, news) => {
      published.push(news);
      return publish(topic, news);
    };
    for (const each of [writer, second]) each.line("same", 1);
    writer.line("own", 1);
    second.line("same", 1);
    await Promise.resolve();
    expect(published).toHaveLength(3);
    expect([read, other]).toEqual([
      [
        ["same", 1],
        ["own", 1],
      ],
      ["same", "same"],
    ]);
  });

  test("ends at the next line after one was lost, and tells the room", async () => {
    const { writer, read, gone, presence } = await connect();
    await lose(presence, () => writer.line("one", 1));
    writer.line("two", 2);
    await Promise.resolve();
    expect([read, gone]).toEqual([[null], ["gone"]]);
  });

  test("ends within 15 s if nothing follows the line that was lost", async () => {
    const { writer, read, presence, time } = await connect();
    await lose(presence, () => writer.end("last"));
    await time.pass(15_000);
    expect(read).toEqual([null]);
  });

  test("goes on while nothing is lost", async () => {
    const { writer, read, gone, time } = await connect();
    writer.line("one", 1);
    await time.pass(600_000);
    writer.line("two", 2);
    await Promise.resolve();
    expect([read.length, gone]).toEqual([2, []]);
  });

  test.each([
    ["the room", "room", [null], []],
    ["the client", "edge", [], ["gone"]],
  ])("ends within 3 s if the process of %s dies", async (_, process, told, left) => {
    const { alive, read, gone, time } = await connect();
    alive.delete(process);
    await time.pass(3_000);
    expect(read).toEqual(told);
    expect(gone.slice(0, left.length)).toEqual(left);
  });

  test("ends for the room after a minute in which no client asked for it", async () => {
    const { gone, time, presence, edge, address } = await connect();
    await lose(presence, () => edge.stopReading(address.id));
    await time.pass(59_000);
    expect(gone).toEqual([]);
    await time.pass(5_000);
    expect(gone).toEqual(["gone"]);
  });

  test("whose client is gone before the room is known ends there when it is", async () => {
    const { edge, room } = await connect();
    const address = edge.read({ line: () => {}, end: () => {} });
    const gone: string[] = [];
    room.write(address, () => void gone.push("gone"));
    edge.stopReading(address.id);
    expect(gone).toEqual([]);
    edge.follow(address.id, "room");
    expect(gone).toEqual(["gone"]);
  });

  test("is lost for the client when its own process closes all", async () => {
    const { edge, read, gone } = await connect();
    edge.close();
    expect([read, gone]).toEqual([[null], ["gone"]]);
  });
});
