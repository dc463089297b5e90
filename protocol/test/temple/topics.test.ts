import { FILTERS, formatTopic, isId, isRetained, parseTopic, type Topic } from "@flower-war/protocol/temple";
import { describe, expect, test } from "vitest";

/** docs/temple-protocol.md section 2 */
const TOPICS: readonly [name: string, topic: Topic, retained: boolean][] = [
  ["templo/v1/templo-1/up/state", { to: "up", templeId: "templo-1", channel: "state" }, true],
  ["templo/v1/templo-1/up/bead", { to: "up", templeId: "templo-1", channel: "bead" }, false],
  ["templo/v1/templo-1/up/act", { to: "up", templeId: "templo-1", channel: "act" }, false],
  ["templo/v1/templo-1/down/display", { to: "down", templeId: "templo-1", channel: "display" }, true],
  ["templo/v1/templo-1/down/ack", { to: "down", templeId: "templo-1", channel: "ack" }, false],
  ["templo/v1/templo-1/down/cmd", { to: "down", templeId: "templo-1", channel: "cmd" }, false],
  ["templo/v1/_bridge/bridge-1", { to: "bridge", bridgeId: "bridge-1" }, true],
];

describe("topics", () => {
  test.each(TOPICS)("%s is parsed, formatted and retained as section 2 says", (name, topic, retained) => {
    expect(parseTopic(name)).toEqual(topic);
    expect(formatTopic(topic)).toBe(name);
    expect(isRetained(topic)).toBe(retained);
  });

  test.each([
    "",
    "templo",
    "templo/v1",
    "templo/v1/",
    "templo/v2/templo-1/up/state",
    "other/v1/templo-1/up/state",
    "templo/v1/templo-1/up",
    "templo/v1/templo-1/up/",
    "templo/v1/templo-1/up/display",
    "templo/v1/templo-1/down/bead",
    "templo/v1/templo-1/up/state/more",
    "templo/v1/Templo-1/up/state",
    "templo/v1/_claim/up/state",
    "templo/v1/_bridge/bridge-1/more",
    "templo/v1/_bridge",
    "templo/v1/+/up/state",
    "templo/v1/templo-1/up/#",
    "$SYS/templo/v1/templo-1/up/state",
    "/templo/v1/templo-1/up/state",
  ])("%j is outside the protocol", (name) => {
    expect(parseTopic(name)).toBeNull();
  });

  test.each([
    ["abcd", true],
    ["0-0-", true],
    ["a".repeat(24), true],
    ["abc", false],
    ["a".repeat(25), false],
    ["-abc", false],
    ["Abcd", false],
    ["ab_d", false],
    ["_bridge", false],
    ["templo\n", false],
    [undefined, false],
    [1234, false],
  ])("[T-1] %j as an id: %j", (id, expected) => {
    expect(isId(id)).toBe(expected);
  });

  test("[T-1] formatting a topic with an id that is not valid, such as a wildcard, throws", () => {
    expect(() => formatTopic({ to: "up", templeId: "+", channel: "state" })).toThrow(RangeError);
    expect(() => formatTopic({ to: "bridge", bridgeId: "#" })).toThrow(RangeError);
  });

  test("[N-2] [A-2] each side subscribes to what is published to it", () => {
    expect(FILTERS.temple("templo-1")).toBe("templo/v1/templo-1/down/#");
    expect(FILTERS.bridges).toBe("templo/v1/_bridge/+");
    expect(FILTERS.allTemples).toBe("templo/v1/+/up/#");
  });
});
