/** A gauge of `prom-client`. */
interface Gauge {
  set(labels: object, value: number): void;
}

/** The gauges of `prom-client` that are times from one measurement of the event loop to the next. */
const TIMES = ["min", "max", "mean", "p50", "p90", "p99"];

/**
 * Makes the gauges `nodejs_eventloop_lag_...` of `prom-client` say by how much the event loop was late: they hold the time from one
 * measurement to the next, in which the interval is contained.
 * @param registry with the default metrics
 * @param interval ms between two measurements
 */
export function subtractLagInterval(
  registry: { getSingleMetric(name: string): unknown },
  interval: number,
): void {
  for (const each of TIMES) {
    const gauge = registry.getSingleMetric(`nodejs_eventloop_lag_${each}_seconds`) as Gauge;
    const set = gauge.set.bind(gauge);
    gauge.set = (labels, seconds) => set(labels, Math.max(0, seconds - interval / 1000));
  }
}
