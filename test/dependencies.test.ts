/** What the programs are made of: the software bill of materials, its licences, and how known weaknesses are judged. */
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import satisfies from "spdx-satisfies";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "./support/root.ts";

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly (
    | { readonly license: { readonly id?: string } }
    | { readonly expression: string }
  )[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** Licences whose code may be part of a program under GPL-3.0-or-later. */
const FITTING = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "GPL-3.0-or-later",
  "ISC",
  "MIT",
  "MIT-0",
  "MPL-2.0",
  "Python-2.0",
  "Unlicense",
  "Zlib",
];

/** Licences of data and fonts beside the program, which are no code. */
const FITTING_DATA: Readonly<Record<string, string>> = {
  "@fontsource/alegreya-sans": "OFL-1.1",
  "caniuse-lite": "CC-BY-4.0",
  "naughty-words": "CC-BY-4.0",
};

function licenceOf({ licenses = [] }: Component): string {
  const [first] = licenses;
  if (first === undefined) return "";
  return "expression" in first ? first.expression : (first.license.id ?? "");
}

function fits(component: Component): boolean {
  const licence = licenceOf(component);
  if (FITTING_DATA[component.name] === licence) return true;
  try {
    return satisfies(licence, FITTING);
  } catch {
    return false;
  }
}

describe("the bill of materials, npm run sbom", () => {
  let components: readonly Component[];
  beforeAll(async () => {
    const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "sbom"], options);
    const bill = JSON.parse(stdout) as { bomFormat: string; components: Component[] };
    expect(bill.bomFormat).toBe("CycloneDX");
    components = bill.components.filter(
      ({ properties = [] }) => !properties.some(({ name }) => name === "cdx:npm:package:development"),
    );
  });

  test("lists what server, bridge, command and page are made of", () => {
    const names = components.map(({ name }) => name);
    for (const name of ["server", "bridge", "@colyseus/core", "aedes", "nodemailer", "pino", "react", "ws"]) {
      expect(names).toContain(name);
    }
  });

  test("has only licences that fit GPL-3.0-or-later", () => {
    const unfitting = components.filter((component) => !fits(component));
    expect(unfitting.map((each) => `${each.name} ${each.version}: ${licenceOf(each)}`)).toEqual([]);
  });

  test.each([
    ["GPL-2.0-only", false],
    ["BSD-4-Clause", false],
    ["(MIT AND CC-BY-NC-4.0)", false],
    ["SEE LICENSE IN LICENSE.md", false],
    ["", false],
    ["(GPL-2.0-only OR MIT)", true],
    ["OFL-1.1", false],
  ])("judges an SPDX expression: %s", (expression, fitting) => {
    expect(fits({ name: "some-code", version: "1.0.0", licenses: [{ expression }] })).toBe(fitting);
  });
});

describe("the gate's step npm audit", () => {
  const judge = (answer: string) => {
    const { status, stdout } = spawnSync(process.execPath, [join(ROOT, ".ci/audit.mjs")], {
      input: answer,
      encoding: "utf8",
    });
    return [status, stdout.trim()];
  };
  const weak = (name: string, severity: string) =>
    JSON.stringify({
      vulnerabilities: { [name]: { name, severity, range: "<9", nodes: [`node_modules/${name}`] } },
    });

  test.each([
    ["a server's package of high severity", weak("ws", "high"), 1, /^1 production/],
    ["a server's package of moderate severity", weak("ws", "moderate"), 0, /^0 production/],
    ["a package for development of critical severity", weak("vitest", "critical"), 0, /^0 production/],
    ["nothing", JSON.stringify({ vulnerabilities: {} }), 0, /^0 production/],
    ["an error of the registry", JSON.stringify({ error: { code: "ENOAUDIT" } }), 0, /^not audited/],
    ["no answer", "", 0, /^not audited/],
  ])("judges %s", (_, answer, status, says) => {
    expect(judge(answer)).toEqual([status, expect.stringMatching(says)]);
  });
});
