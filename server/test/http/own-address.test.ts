/** Where others reach a server at home. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { PATHS } from "@flower-war/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { interfaceAt } from "../../../test/support/interfaces.ts";
import { type RunningServer, startServer } from "../../src/app.ts";
import { addressForOthers } from "../../src/http/own-address.ts";

const EVERYWHERE = { host: "0.0.0.0", port: 2567, publicUrl: null };
const HOME = {
  lo: [interfaceAt("127.0.0.1", true)],
  docker0: [interfaceAt("172.17.0.1")],
  wlan0: [interfaceAt("192.168.1.20")],
};

describe("a server tells others to use", () => {
  test.each([
    ["its PUBLIC_URL", { ...EVERYWHERE, publicUrl: "https://play.example/" }, HOME, "https://play.example"],
    [
      "its PUBLIC_URL without the path to this server",
      { ...EVERYWHERE, publicUrl: "https://play.example/n1" },
      HOME,
      "https://play.example",
    ],
    ["its address at home, before a container's", EVERYWHERE, HOME, "http://192.168.1.20:2567"],
    ["a home network of 10.0.0.0/8", EVERYWHERE, { eth0: [interfaceAt("10.1.2.3")] }, "http://10.1.2.3:2567"],
    [
      "nothing, where it has public addresses alone",
      EVERYWHERE,
      { eth0: [interfaceAt("203.0.113.7")] },
      null,
    ],
    ["nothing, where it listens for this machine alone", { ...EVERYWHERE, host: "127.0.0.1" }, HOME, null],
  ])("%s", (_, listening, interfaces, expected) => {
    expect(addressForOthers(listening, interfaces)).toBe(expected);
  });
});

describe("GET /api/address", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ publicUrl: "https://play.example" });
  });
  afterAll(() => server.stop());

  test("tells people who use an address of this machine", async () => {
    expect(await (await fetch(server.url + PATHS.address)).json()).toEqual({ url: "https://play.example" });
  });

  test("tells nothing to who names no host, as HTTP/1.0 allows", async () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.end(`GET ${PATHS.address} HTTP/1.0\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/\{"url":null\}$/);
  });

  test("tells nothing to people from elsewhere, who come through a proxy on this machine", async () => {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const response = await fetch(server.url + PATHS.address, { headers });
    expect(await response.json()).toEqual({ url: null });
  });
});
