import { subtractLagInterval } from "@flower-war/protocol/log";
import { collectDefaultMetrics, type Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import { Gauges } from "../../src/metrics/gauges.ts";

const lag = async (registry: Registry, name: string): Promise<number> => {
  const { values } = (await registry.getSingleMetric(`nodejs_eventloop_lag_${name}_seconds`)?.get()) ?? {};
  return Number(values?.[0]?.value);
};

test("the event loop's lag is what timers are late by, without the interval of the measurement", async () => {
  const { registry } = new Gauges();
  // Two measurements, 50 ms apart, must lie between two scrapes.
  const often = { interval: 250 };
  for (const name of ["mean", "p50", "min"]) {
    const scrape = () => registry.metrics().then(() => lag(registry, name));
    await expect.poll(scrape, often).toBeLessThan(0.05);
  }
});

test("a blocked event loop is as late as it was blocked, and a timer is never early", async () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  subtractLagInterval(registry, 50);
  for (const name of ["min", "max", "mean", "p50", "p90", "p99"]) {
    const gauge = registry.getSingleMetric(`nodejs_eventloop_lag_${name}_seconds`) as Gauge;
    gauge.set({}, 0.35);
    expect(await lag(registry, name)).toBeCloseTo(0.3);
    gauge.set({}, 0.049);
    expect(await lag(registry, name)).toBe(0);
  }
});
