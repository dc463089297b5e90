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

describe("[A-2] permission around Home Assistant's discovery", () => {
  const HOME: Client = { kind: "home", id: "_home" };
  const publishes: readonly [client: Client, topic: string, may: boolean][] = [
    [BRIDGE, "ha/device/flower-war-templo-1/config", true],
    [BRIDGE, "ha/device/other-program/config", false],
    [BRIDGE, "homeassistant/device/flower-war-templo-1/config", false],
    [BRIDGE, "templo/v1/_home/templo-1/state", true],
    [BRIDGE, "templo/v1/_home/templo-1/identify", false],
    [HOME, "templo/v1/_home/templo-1/identify", true],
    [HOME, "templo/v1/_home/templo-1/state", false],
    [HOME, "templo/v1/templo-1/down/cmd", false],
    [HOME, "templo/v1/templo-1/up/state", false],
    [HOME, "ha/status", true],
    [HOME, "ha/device/flower-war-templo-1/config", false],
    [TEMPLE, "templo/v1/_home/templo-1/state", false],
    [TEMPLE, "templo/v1/_home/templo-1/identify", false],
    [TEMPLE, "ha/device/flower-war-templo-1/config", false],
    [TEMPLE, "ha/status", false],
  ];
  test.each(publishes)("$kind publishes on %s: %s; while it is off no client does", (client, topic, may) => {
    expect(mayPublish(client, { topic, bytes: 900, retain: true }, "ha")).toBe(may);
    expect(mayPublish(client, { topic, bytes: 5000, retain: true }, "ha")).toBe(false);
    expect(mayPublish(client, { topic, bytes: 900, retain: true })).toBe(false);
  });

  const filters: readonly [client: Client, filter: string, may: boolean][] = [
    [BRIDGE, "ha/device/+/config", true],
    [BRIDGE, "ha/#", false],
    [BRIDGE, "templo/v1/_home/+/identify", true],
    [HOME, "ha/#", true],
    [HOME, "ha/+/+/config", true],
    [HOME, "templo/v1/_home/+/state", true],
    [HOME, "templo/v1/_home/templo-1/state", true],
    [HOME, "templo/v1/_home/#", false],
    [HOME, "templo/v1/+/up/#", false],
    [HOME, "#", false],
    [TEMPLE, "ha/#", false],
    [TEMPLE, "templo/v1/_home/templo-1/state", false],
  ];
  test.each(filters)("$kind subscribes to %s: %s; while it is off no client does", (client, filter, may) => {
    expect(maySubscribe(client, filter, "ha")).toBe(may);
    expect(maySubscribe(client, filter)).toBe(false);
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
