import { subtractLagInterval } from "@flower-war/protocol/log";
import { collectDefaultMetrics, type Gauge, Registry } from "prom-client";
import { PerformanceObserver } from "node:perf_hooks";
import { expect, onTestFinished, test, vi } from "vitest";
import { Gauges } from "../../src/metrics/gauges.ts";
import { processMetrics } from "../../src/metrics/process-metrics.ts";

const lag = async (registry: Registry, name: string): Promise<number> => {
  const { values } = (await registry.getSingleMetric(`nodejs_eventloop_lag_${name}_seconds`)?.get()) ?? {};
  return Number(values?.[0]?.value);
};

test("the event loop's lag is what timers are late by, without the interval of the measurement", async () => {
  // Two measurements, 50 ms apart, must lie between two scrapes.
  const often = { interval: 250 };
  for (const name of ["mean", "p50", "min"]) {
    const scrape = () => processMetrics.metrics().then(() => lag(processMetrics, name));
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

test("what measures the process begins once, whatever servers begin and end in it: it cannot be stopped", () => {
  const observe = vi.spyOn(PerformanceObserver.prototype, "observe");
  onTestFinished(() => observe.mockRestore());
  const servers = [new Gauges(), new Gauges()];
  expect(observe).not.toHaveBeenCalled();
  for (const { registry } of servers)
    expect(registry.getSingleMetric("nodejs_gc_duration_seconds")).toBeUndefined();
  expect(processMetrics.getSingleMetric("nodejs_gc_duration_seconds")).toBeDefined();
});
