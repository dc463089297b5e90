import { listTests } from "../support/quick.ts";
import { FAULTS, type Fault } from "./faults.ts";
import { ProjectCopy } from "./project-copy.ts";

/*
 * Plants one fault after the other in a copy of the rules and checks that the tests catch each: `node
 * --conditions=@flower-war/source test/mutants/plant-faults.ts [part of a name or file...]`. Exits with 1 if one
 * is not caught.
 */

const RUN = { tests: listTests().filter((test) => test.startsWith("rules/test/")) };

/** Few matches per property are enough to meet these faults. */
const LIMITS = { limit: 10 * 60_000, env: { FLOWER_WAR_RUNS: "5" } };

/** A change that is no fault: the tests must pass. */
const NO_FAULT: Fault = {
  name: "no fault",
  file: "rules/src/flower-war/rule-changes.ts",
  from: "isRuleActive",
  to: "isRuleActive",
};

const wanted = process.argv.slice(2);
const faults = FAULTS.filter(
  ({ name, file }) =>
    wanted.length === 0 || wanted.some((part) => name.includes(part) || file.includes(part)),
);
const copy = new ProjectCopy();
process.once("exit", () => copy.remove());
if (!(await isMissed(NO_FAULT))) throw new Error("the tests fail without a fault");
let missed = 0;
for (const fault of faults) {
  if (await isMissed(fault)) {
    console.log(`NOT CAUGHT: ${fault.name}`);
    missed += 1;
  }
}
console.log(`${faults.length - missed} of ${faults.length} faults are caught`);
process.exitCode = missed === 0 ? 0 : 1;

async function isMissed(fault: Fault): Promise<boolean> {
  const { passed, by } = await copy.test(fault.file, copy.change(fault), RUN, LIMITS);
  if (!passed) console.log(`caught: ${fault.name}\n    by ${by}`);
  return passed;
}
