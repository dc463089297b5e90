import type { RequestHandler } from "express";
import { Registry } from "prom-client";
import { counters } from "./counters.ts";

/** Answers with the metrics of this process in Prometheus' text format. */
export function metricsPage(gauges: Registry): RequestHandler {
  return async (_request, response) => {
    const all = Registry.merge([gauges, counters]);
    response.type(all.contentType).send(await all.metrics());
  };
}
