/** Is preloaded into each measured process, which collects its garbage when the bench asks (`collectGarbage` of process.ts). */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Not SIGUSR2, at which Colyseus stops.
process.on("SIGHUP", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
});
