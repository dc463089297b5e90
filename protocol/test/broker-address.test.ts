import { describe, expect, test } from "vitest";
import { parseBrokerUrl } from "../src/sockets/index.ts";

describe("the address of a broker for temples", () => {
  test.each([
    ["mqtt://192.168.1.20", { host: "192.168.1.20", port: 1883, tls: false }],
    ["mqtts://play.example", { host: "play.example", port: 8883, tls: true }],
    ["mqtts://play.example:883/", { host: "play.example", port: 883, tls: true }],
    ["mqtt://[fd00::7]:1884", { host: "[fd00::7]", port: 1884, tls: false }],
  ])("%s", (url, address) => {
    expect(parseBrokerUrl(url)).toEqual(address);
  });

  test.each([
    "mqtt://localhost",
    "mqtt://LOCALHOST:1883",
    "mqtts://127.0.0.1:8883",
    "mqtt://127.8.9.10",
    "mqtt://[::1]:1883",
    "mqtt://0.0.0.0:1883",
    "mqtt://[::]",
  ])("%s is each machine's own, where a temple finds itself alone", (url) => {
    expect(() => parseBrokerUrl(url)).toThrow(/^must be an address that a temple reaches: /);
  });

  test.each([
    "",
    "play.example",
    "play.example:1883",
    "http://play.example",
    "mqtt://",
    "mqtt:play.example",
    "mqtt://a b",
    "mqtt://a_b",
    "mqtt://caf%C3%A9.example",
    "mqtt://me:secret@play.example",
    "mqtt://play.example:0",
    "mqtt://play.example:65536",
    "mqtt://play.example:x",
  ])("'%s' is none", (url) => {
    expect(() => parseBrokerUrl(url)).toThrow(/^must be an address like mqtts:\/\/play\.example:8883$/);
  });
});
