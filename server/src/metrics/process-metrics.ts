import { subtractLagInterval } from "@flower-war/protocol/log";
import { collectDefaultMetrics, Registry } from "prom-client";

/** ms between two measurements of the event loop's lag; each wakes the process. */
const LAG_INTERVAL = 50;

/**
 * The numbers of this process: processor time, memory, event loop, garbage collections. They are measured once, whatever servers it starts and stops: who
 * measures them cannot be stopped, and would hold all that a stopped server had.
 */
export const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics, eventLoopMonitoringPrecision: LAG_INTERVAL });
subtractLagInterval(processMetrics, LAG_INTERVAL);
