/** Under which addresses others find a host, by its machine's interfaces. */
import { everyAddress } from "@flower-war/protocol/sockets";
import { describe, expect, test } from "vitest";
import { interfaceAt } from "../../test/support/interfaces.ts";
import { openAddresses } from "../src/start/addresses.ts";

const MACHINE = {
  lo: [interfaceAt("127.0.0.1", true), interfaceAt("::1", true)],
  docker0: [interfaceAt("172.17.0.1")],
  eth0: [
    interfaceAt("203.0.113.7"),
    interfaceAt("2001:db8::7"),
    interfaceAt("2001:db8::8"),
    interfaceAt("fe80::1"),
  ],
  wlan0: [interfaceAt("192.168.1.20"), interfaceAt("fd12:3456::20")],
  tailscale0: [interfaceAt("100.101.102.103"), interfaceAt("fd7a:115c:a1e0::1")],
};

const listed = (host: string, interfaces = MACHINE as Parameters<typeof openAddresses>[2]) =>
  openAddresses(host, 2567, interfaces).map(({ reach, url }) => `${reach} ${url}`);

test("without HOST a server listens at IPv6 too, on a machine that has it", () => {
  expect(everyAddress({ lo: [interfaceAt("127.0.0.1", true), interfaceAt("::1", true)] })).toBe("::");
  expect(everyAddress({ lo: [interfaceAt("127.0.0.1", true)], eth0: [interfaceAt("10.0.0.1")] })).toBe(
    "0.0.0.0",
  );
});

describe("a host that listens at", () => {
  test("all addresses is found in its network, by Tailscale and from the internet, by IPv4 and IPv6", () => {
    expect(listed("::")).toEqual([
      "on your network http://192.168.1.20:2567",
      "from the internet http://203.0.113.7:2567",
      "from the internet http://[2001:db8::7]:2567",
      "on your network http://[fd12:3456::20]:2567",
      "by Tailscale http://100.101.102.103:2567",
      "by Tailscale http://[fd7a:115c:a1e0::1]:2567",
    ]);
  });

  test("all of IPv4 is not found by IPv6", () => {
    expect(listed("0.0.0.0").filter((line) => line.includes("["))).toEqual([]);
  });

  test.each([
    ["192.168.1.20", ["on your network http://192.168.1.20:2567"]],
    ["127.0.0.1", []],
    ["::1", []],
  ])("%s is found there alone", (host, expected) => {
    expect(listed(host)).toEqual(expected);
  });
});

test.each([
  ["100.64.0.1", "inside your provider's network"],
  ["100.127.255.254", "inside your provider's network"],
  ["100.63.0.1", "from the internet"],
  ["100.128.0.1", "from the internet"],
  ["172.31.0.1", "on your network"],
  ["172.32.0.1", "from the internet"],
  ["10.0.0.1", "on your network"],
  ["2a00:1450::1", "from the internet"],
])("%s is an address %s", (address, reach) => {
  expect(listed("::", { eth0: [interfaceAt(address)] })).toEqual([
    `${reach} http://${address.includes(":") ? `[${address}]` : address}:2567`,
  ]);
});

test.each(["169.254.3.4", "fe80::1", "febf::1"])("%s, of one link alone, is not told", (address) => {
  expect(listed("::", { eth0: [interfaceAt(address)] })).toEqual([]);
});
