/** Clients that others generate from the OpenAPI document of the HTTP API. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { startServer } from "../server/src/app.ts";
import { lacks, programPath } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

const run = promisify(execFile);
const FILE = join(ROOT, "server/openapi.json");
const guide = readFileSync(join(ROOT, "docs/json-api.md"), "utf8");
/** What the guide says after "A generated client". */
const [, section = ""] = guide.split("## A generated client\n");

describe("TypeScript types by openapi-typescript", () => {
  test("compile in strict mode with the guide's sample, and not with a wrong one", async () => {
    const folder = makeTempFolder();
    const generator = join(ROOT, "test/generated-clients/node_modules/.bin/openapi-typescript");
    await run(generator, [FILE, "--default-non-nullable", "false", "--output", join(folder, "api.d.ts")]);
    const sample = /```ts\n([^]*?)```/.exec(section)?.[1] ?? "";
    const wrong = sample.replace("id: `move-${n}`", "id: n");
    expect(wrong).not.toBe(sample);
    writeFileSync(join(folder, "sample.ts"), sample);
    writeFileSync(join(folder, "wrong.ts"), wrong);
    const config = { compilerOptions: { strict: true, noEmit: true, module: "nodenext", types: [] } };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const compiled = await run(join(ROOT, "node_modules/.bin/tsc"), [
      "-p",
      folder,
      "--pretty",
      "false",
    ]).catch((error: { stdout: string }) => error);
    const faulty = [...compiled.stdout.matchAll(/(\w+\.\w+\.?\w*)\(\d+,\d+\): error/g)].map(
      ([, file]) => file,
    );
    expect([...new Set(faulty)]).toEqual(["wrong.ts"]);
  });
});

describe.skipIf(lacks("openapi-python-client"))("a client in Python by openapi-python-client", () => {
  test("compiles, and plays a whole match with the guide's sample", async () => {
    const folder = makeTempFolder();
    writeFileSync(join(folder, "config.yml"), "post_hooks: []\n");
    const output = join(folder, "flower_war_api");
    const settings = ["--config", join(folder, "config.yml"), "--meta", "none", "--output-path", output];
    await run(programPath("openapi-python-client"), ["generate", "--path", FILE, ...settings]);
    const python = join(dirname(programPath("openapi-python-client")), "python");
    await run(python, ["-m", "compileall", "-q", output]);
    const server = await startServer({});
    try {
      const sample = /```python\n([^]*?)```/.exec(section)?.[1] ?? "";
      // This server limits no messages.
      const code = sample.replace("http://localhost:2567", server.url).replace("sleep(0.1)", "sleep(0)");
      const { stdout, stderr } = await run(python, ["-c", code], { cwd: folder });
      expect(stderr).toBe("");
      expect(stdout).toMatch(/'winner': '(red|yellow)'/);
    } finally {
      await server.stop();
    }
  });
});
