import { describe, expect, test } from "vitest";
import { type Client, mayPublish, maySubscribe } from "../src/broker/access.ts";

const TEMPLE: Client = { kind: "temple", id: "templo-1" };
const BRIDGE: Client = { kind: "bridge", id: "bridge-1" };

describe("[A-2] [A-3] permission to publish", () => {
  const cases: readonly [client: Client, topic: string, plain: boolean, retained: boolean][] = [
    [TEMPLE, "templo/v1/templo-1/up/state", true, true],
    [TEMPLE, "templo/v1/templo-1/up/bead", true, false],
    [TEMPLE, "templo/v1/templo-1/up/act", true, false],
    [TEMPLE, "templo/v1/templo-1/up/other", false, false],
    [TEMPLE, "templo/v1/templo-1/down/display", false, false],
    [TEMPLE, "templo/v1/templo-1/down/ack", false, false],
    [TEMPLE, "templo/v1/templo-2/up/state", false, false],
    [TEMPLE, "templo/v1/templo-2/up/bead", false, false],
    [TEMPLE, "templo/v1/_bridge/bridge-1", false, false],
    [TEMPLE, "$SYS/broker/heartbeat", false, false],
    [TEMPLE, "anything", false, false],
    [BRIDGE, "templo/v1/templo-1/down/display", true, true],
    [BRIDGE, "templo/v1/templo-2/down/ack", true, true],
    [BRIDGE, "templo/v1/templo-1/down/cmd", true, true],
    [BRIDGE, "templo/v1/templo-1/up/state", true, true],
    [BRIDGE, "templo/v1/templo-1/up/bead", false, false],
    [BRIDGE, "templo/v1/_bridge/bridge-1", true, true],
    [BRIDGE, "templo/v1/_bridge/bridge-2", false, false],
    [BRIDGE, "$SYS/broker/heartbeat", false, false],
  ];
  test.each(cases)("$kind on %s: %s, retained: %s", (client, topic, plain, retained) => {
    expect(mayPublish(client, { topic, bytes: 1024, retain: false })).toBe(plain);
    expect(mayPublish(client, { topic, bytes: 1024, retain: true })).toBe(retained);
    expect(mayPublish(client, { topic, bytes: 1025, retain: false })).toBe(false);
  });
});

describe("[A-2] [A-3] permission to subscribe", () => {
  const cases: readonly [client: Client, filter: string, may: boolean][] = [
    [TEMPLE, "templo/v1/templo-1/down/#", true],
    [TEMPLE, "templo/v1/templo-1/down/display", true],
    [TEMPLE, "templo/v1/_bridge/+", true],
    [TEMPLE, "templo/v1/_bridge/bridge-1", true],
    [TEMPLE, "templo/v1/templo-2/down/#", false],
    [TEMPLE, "templo/v1/templo-2/down/display", false],
    [TEMPLE, "templo/v1/+/down/#", false],
    [TEMPLE, "templo/v1/templo-1/up/#", false],
    [TEMPLE, "templo/v1/templo-1/#", false],
    [TEMPLE, "templo/v1/_bridge/#", false],
    [TEMPLE, "#", false],
    [TEMPLE, "+/+/+/+/+", false],
    [TEMPLE, "$SYS/#", false],
    [TEMPLE, "$share/x/templo/v1/templo-1/down/#", false],
    [BRIDGE, "templo/v1/+/up/#", true],
    [BRIDGE, "#", false],
    [BRIDGE, "templo/v1/+/down/#", false],
  ];
  test.each(cases)("$kind to %s: %s", (client, filter, may) => {
    expect(maySubscribe(client, filter)).toBe(may);
  });
});
