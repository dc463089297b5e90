/** A host, in a process of its own, of one program that ends as soon as it is ready, whatever is done, and of one that runs. */
import { spawn } from "node:child_process";
import { Processes } from "../../src/start/processes.ts";

const run = (script: string) => spawn("/bin/sh", ["-c", script], { detached: true, stdio: "ignore" });

const processes = new Processes(1000);
processes.stopWhenTold();
await processes.run({
  name: "steady one",
  stage: 0,
  saysWhy: false,
  start: () => {
    const child = run("exec sleep 600");
    console.log(child.pid);
    return child;
  },
  untilReady: async () => {},
});
await processes.run({
  name: "broken one",
  stage: 1,
  saysWhy: true,
  start: () => run("sleep 0.1; exit 3"),
  untilReady: async () => {},
});
