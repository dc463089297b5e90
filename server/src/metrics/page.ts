import { BlockList } from "node:net";
import type { RequestHandler } from "express";
import { Registry } from "prom-client";
import { refused } from "../fault.ts";
import { counts } from "./counts.ts";

/** The machine itself and private networks, where the operator's Prometheus is. */
const NEAR = new BlockList();
NEAR.addSubnet("127.0.0.0", 8);
NEAR.addSubnet("10.0.0.0", 8);
NEAR.addSubnet("172.16.0.0", 12);
NEAR.addSubnet("192.168.0.0", 16);
NEAR.addAddress("::1", "ipv6");
NEAR.addSubnet("fc00::", 7, "ipv6");

/**
 * `GET /metrics`, Prometheus' text. Only whoever is near and asks this process itself may read it: what an entrance
 * forwards says so in a header (ours always does), and is told that there is nothing.
 * @param gauges what this server holds; what its process has counted is told beside it
 */
export function metricsPage(gauges: Registry): RequestHandler {
  return async ({ headers, socket }, response) => {
    const forwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
    if (forwarded || !isNear(socket.remoteAddress ?? "")) throw refused("not-found");
    const all = Registry.merge([gauges, counts]);
    response.type(all.contentType).send(await all.metrics());
  };
}

/** Whether an address is of this machine or of a private network; IPv4 inside IPv6 counts as what it is. */
export function isNear(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "");
  return NEAR.check(plain, plain.includes(":") ? "ipv6" : "ipv4");
}
