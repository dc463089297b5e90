import { subtractLagInterval } from "@flower-war/protocol/log";
import { collectDefaultMetrics, Registry } from "prom-client";

/** ms between two measurements of the event loop's lag; each wakes the process. */
const LAG_INTERVAL = 50;

/**
 * The metrics of this process: processor time, memory, event loop, garbage collections. There is one registry for all servers that it starts: prom-client's
 * observers cannot be stopped, and would keep a stopped server in memory.
 */
export const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics, eventLoopMonitoringPrecision: LAG_INTERVAL });
subtractLagInterval(processMetrics, LAG_INTERVAL);
