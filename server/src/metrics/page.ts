import type { OperatorOverview } from "@flower-war/protocol/operator";
import type { RequestHandler } from "express";
import { type Counter, Registry } from "prom-client";
import { commandsAccepted, commandsRefused, counters } from "./counters.ts";
import { processMetrics } from "./process-metrics.ts";

/** Answers with the metrics of this process in Prometheus' text format. */
export function metricsPage(gauges: Registry): RequestHandler {
  return async (_request, response) => {
    const all = Registry.merge([processMetrics, gauges, counters]);
    response.type(all.contentType).send(await all.metrics());
  };
}

/** Returns what this process has done since it started. */
export async function readLoad(): Promise<OperatorOverview["here"]> {
  const { user, system } = process.cpuUsage(); // µs
  const [accepted, refused] = await Promise.all([commandsAccepted, commandsRefused].map(totalOf));
  return { cpu: (user + system) / 1000, accepted: accepted ?? 0, refused: refused ?? 0 };
}

async function totalOf(counter: Counter): Promise<number> {
  const { values } = await counter.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}
