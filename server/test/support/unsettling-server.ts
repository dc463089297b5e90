/**
 * A server as `main.ts` starts it, except that it never comes to an end with settling a match: with `SETTLES=never` nothing is stored, with
 * `SETTLES=silently` everything, but tells no other server. It sends `"settling"` then, and waits to be killed.
 */
import { HistoryStore } from "../../src/history/store/history-store.ts";

// oxlint-disable-next-line typescript/unbound-method -- it is called with its object below
const { settle } = HistoryStore.prototype;
HistoryStore.prototype.settle = async function (...args) {
  if (process.env["SETTLES"] === "silently") await settle.apply(this, args);
  process.send?.("settling");
  return new Promise(() => {});
};
await import("../../src/main.ts");
