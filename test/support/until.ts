export { until, untilRead } from "../../server/test/support/until.ts";
