export { until } from "../../server/test/support/until.ts";
