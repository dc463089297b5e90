import { afterEach, expect, test, vi } from "vitest";
import { WAIT } from "./support/raw-temple.ts";
import { World } from "./support/world.ts";

let world: World;
afterEach(() => world.close());

const presenceRequests = () =>
  world.server.requests.map(({ name }) => name).filter((name) => name.startsWith("temple-"));

test("a temple's first message announces it, later ones do not", async () => {
  world = await World.open();
  const temple = await world.connectOnline();
  await temple.state("0/0");
  await world.waitUntilCounted(temple);
  expect(presenceRequests()).toEqual(["temple-online"]);
});

test("[N-7] [B12] a will of an earlier connection makes the bridge ask for a report; one of this connection counts", async () => {
  world = await World.open();
  const temple = await world.connectOnline();
  temple.conn = 2;
  await temple.state("0/0");
  await world.waitUntilCounted(temple);
  await temple.publish("up/state", { v: 1, online: false, boot: "b1b1b1b1", conn: 1 });
  await vi.waitFor(() => expect(temple.payloads("down/cmd")).toHaveLength(1), WAIT);
  expect(temple.on("down/cmd")).toEqual([
    {
      topic: "templo/v1/templo-1/down/cmd",
      payload: { v: 1, id: expect.any(String), op: "report" },
      qos: 1,
      retain: false,
    },
  ]);
  expect(presenceRequests()).toEqual(["temple-online"]);
  await temple.publish("up/state", { v: 1, online: false, boot: "b1b1b1b1", conn: 2 });
  await vi.waitFor(() => expect(presenceRequests()).toEqual(["temple-online", "temple-offline"]), WAIT);
});

test("[section 3] `update` is sent to a temple while it is online", async () => {
  world = await World.open();
  const temple = await world.connectOnline();
  const { server } = world;
  for (const templeId of ["templo-none", temple.id]) server.send("update", { templeId });
  await temple.publish("up/state", { v: 1, online: false, boot: "b1b1b1b1", conn: 1 });
  await vi.waitFor(() => expect(presenceRequests()).toContain("temple-offline"), WAIT);
  server.send("update", { templeId: temple.id });
  await temple.state("0/0");
  await world.waitUntilCounted(temple);
  await temple.publish("up/state", { v: 1, online: false, boot: "b0b0b0b0", conn: 7 });
  await vi.waitFor(() => expect(temple.payloads("down/cmd")).toHaveLength(2), WAIT);
  const [update, report] = temple.on("down/cmd");
  expect(update).toEqual({
    topic: "templo/v1/templo-1/down/cmd",
    payload: { v: 1, id: expect.any(String), op: "update" },
    qos: 1,
    retain: false,
  });
  expect(report?.payload).toMatchObject({ op: "report" });
});

test("[S-1] `update` is sent by the bridge that serves the temple alone", async () => {
  world = await World.open();
  const { server } = world;
  server.servedElsewhere = true;
  const temple = await world.connect();
  await temple.state("0/0");
  await vi.waitFor(() => expect(presenceRequests()).toEqual(["temple-online"]), WAIT);
  server.send("update", { templeId: temple.id });
  server.servedElsewhere = false;
  await vi.waitFor(() => expect(presenceRequests()).toEqual(["temple-online", "temple-online"]), WAIT);
  server.send("update", { templeId: temple.id });
  await temple.publish("up/state", { v: 1, online: false, boot: "b0b0b0b0", conn: 7 });
  const ops = () => temple.payloads("down/cmd").map((cmd) => (cmd as { op: string }).op);
  await vi.waitFor(() => expect(ops()).toContain("update"), WAIT);
  expect(ops().filter((op) => op === "update")).toHaveLength(1);
});

test("[N-7] a will of another boot makes the bridge ask for a report", async () => {
  world = await World.open();
  const temple = await world.connectOnline();
  await temple.publish("up/state", { v: 1, online: false, boot: "b0b0b0b0", conn: 7 });
  await vi.waitFor(() => expect(temple.payloads("down/cmd")).toHaveLength(1), WAIT);
  expect(presenceRequests()).toEqual(["temple-online"]);
});

test("[N-7] a silent temple goes offline without a will; its next message brings it back", async () => {
  world = await World.open({ silence: 100 });
  const temple = await world.connectOnline();
  await vi.waitFor(() => expect(presenceRequests()).toEqual(["temple-online", "temple-offline"]), WAIT);
  await temple.bead("h1", "1/0");
  await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
  expect(presenceRequests().slice(0, 3)).toEqual(["temple-online", "temple-offline", "temple-online"]);
});

test("a temple that the server does not know is not served, and others are not affected", async () => {
  world = await World.open();
  const temple = await world.connectOnline();
  world.server.secrets.set("templo-2", "second");
  const stranger = await world.connect("templo-2", "second");
  world.server.secrets.delete("templo-2");
  await stranger.state("0/0");
  await stranger.bead("h1", "1/0");
  await vi.waitFor(() => expect(stranger.verdicts()).toEqual(["h1 pending server-away"]), WAIT);
  await temple.bead("h1", "1/0");
  await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
  expect(world.server.ledgers.has("templo-2")).toBe(false);
});

test("[T-3] a temple forgotten by an operator is served again, even if it publishes before the server has answered", async () => {
  world = await World.open();
  const temple = await world.connectOnline();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  world.server.answersAfter = released;
  await temple.publish("up/state", "");
  await vi.waitFor(() => expect(presenceRequests()).toEqual(["temple-online", "temple-offline"]), WAIT);
  await temple.bead("h1", "1/0");
  await vi.waitFor(
    () => expect(presenceRequests()).toEqual(["temple-online", "temple-offline", "temple-online"]),
    WAIT,
  );
  release();
  await temple.waitForDisplay({ judged: { h: 1, t: 0 } });
  world.server.moveTo(temple.id, { mark: "M.8" });
  await temple.waitForDisplay({ mark: "M.8" });
  expect(temple.verdicts()).toEqual(["h1 accepted ok"]);
});
