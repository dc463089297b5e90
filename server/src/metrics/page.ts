import { BlockList } from "node:net";
import type { RequestHandler } from "express";
import { Registry } from "prom-client";
import { refuse } from "../refusal.ts";
import { counters } from "./counters.ts";

/** This machine and private networks, where the operator's Prometheus runs. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet("127.0.0.0", 8);
PRIVATE.addSubnet("10.0.0.0", 8);
PRIVATE.addSubnet("172.16.0.0", 12);
PRIVATE.addSubnet("192.168.0.0", 16);
PRIVATE.addAddress("::1", "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");

/**
 * Answers `GET /metrics` in Prometheus' text format, to private addresses that ask this process directly. Requests that a
 * reverse proxy forwards carry a header that says so, and get `not-found`.
 */
export function metricsPage(gauges: Registry): RequestHandler {
  return async ({ headers, socket }, response) => {
    const forwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
    if (forwarded || !isPrivate(socket.remoteAddress ?? "")) throw refuse("not-found");
    const all = Registry.merge([gauges, counters]);
    response.type(all.contentType).send(await all.metrics());
  };
}

/** Whether an address is of this machine or a private network; IPv4 inside IPv6 counts as IPv4. */
export function isPrivate(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "");
  return PRIVATE.check(plain, plain.includes(":") ? "ipv6" : "ipv4");
}
