import { applyChange, runTests } from "./planted/copy.ts";
import { FAULTS, type Fault } from "./planted/faults.ts";

/*
 * Plants one fault after the other in a copy of the rules and checks that the tests catch each: `node
 * --conditions=@flower-war/source rules/test/support/plant-faults.ts [part of a name or file...]`. Exits with 1 if one
 * is not caught.
 */

/** Few matches per property are enough to meet these faults. */
const RUN = { matches: 5, limit: 10 * 60_000 };

/** A change that is no fault: the tests must pass. */
const NO_FAULT: Fault = {
  name: "no fault",
  file: "flower-war/rule-changes.ts",
  from: "isRuleActive",
  to: "isRuleActive",
};

const wanted = process.argv.slice(2);
const faults = FAULTS.filter(
  ({ name, file }) =>
    wanted.length === 0 || wanted.some((part) => name.includes(part) || file.includes(part)),
);
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
  const { passed, by } = await runTests(fault.file, applyChange(fault), RUN);
  if (!passed) console.log(`caught: ${fault.name}\n    by ${by}`);
  return passed;
}
