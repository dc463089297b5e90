// Judges what `npm audit --json` has answered (stdin): exits with 1 if a package that is not for development alone has a known
// weakness of high or critical severity. Says in one line if the registry has not answered.
// package-lock.json decides what is for development: `npm audit --omit=dev` leaves out packages that are that and more.
import { readFileSync } from "node:fs";

const { packages } = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));
const { vulnerabilities } = parse(readFileSync(0, "utf8"));

if (vulnerabilities === undefined) console.log("not audited: the registry does not answer");
else {
  const found = Object.values(vulnerabilities).filter(
    ({ severity, nodes }) =>
      ["high", "critical"].includes(severity) && nodes.some((path) => packages[path]?.dev !== true),
  );
  for (const { name, severity, range } of found) console.error(`${name} ${range}: ${severity}`);
  console.log(`${found.length} production packages with a known weakness of high or critical severity`);
  if (found.length > 0) process.exitCode = 1;
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
