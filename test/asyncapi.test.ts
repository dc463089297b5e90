/** The AsyncAPI document of the temple protocol, and the clients that others generate from it. */
import { execFile, execFileSync, type ExecFileException } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Parser } from "@asyncapi/parser";
import { compile } from "json-schema-to-typescript";
import { describe, expect, test } from "vitest";
import { asyncApi } from "../protocol/tools/asyncapi.ts";
import { lacks, programPath } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

const run = promisify(execFile);
const FILE = join(ROOT, "docs/temple-protocol.asyncapi.json");
const text = readFileSync(FILE, "utf8");
const { components } = JSON.parse(text) as {
  components: {
    messages: { [name: string]: { examples: { payload: Payload }[] } };
    schemas: { [name: string]: object };
  };
};

type Payload = Readonly<Record<string, unknown>>;
type Case = readonly [message: string, payload: Payload];

const EXAMPLES: readonly Case[] = Object.entries(components.messages).flatMap(([name, { examples }]) =>
  examples.map(({ payload }): Case => [name, payload]),
);

/** An example of each kind, changed so that it is one no more. */
const WRONG: readonly Case[] = [
  ["State", wrong("State", { online: "yes" })],
  ["Bead", wrong("Bead", { slot: "x" })],
  ["Bead", wrong("Bead", { count: { h: 9 } })],
  ["Bead", wrong("Bead", { n: undefined })],
  ["Act", wrong("Act", { act: "dance" })],
  ["Display", wrong("Display", { apocalypse: null })],
  ["Display", wrong("Display", { open: { h: 1, t: 0 } })],
  ["Ack", wrong("Ack", { verdict: "maybe" })],
  ["Command", wrong("Command", { v: 2 })],
  ["Notice", wrong("Notice", { online: null })],
];

function wrong(name: string, change: object): Payload {
  const [, example] = EXAMPLES.find(([message]) => message === name) ?? [];
  return JSON.parse(JSON.stringify({ ...example, ...change })) as Payload;
}

test("docs/temple-protocol.asyncapi.json is what `npm run asyncapi` writes", () => {
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(asyncApi())));
});

test("AsyncAPI's parser finds no error in it, and all seven channels", async () => {
  const { document, diagnostics } = await new Parser().parse(text);
  expect(diagnostics.map(({ severity }): number => severity)).not.toContain(0);
  const addresses = document
    ?.channels()
    .all()
    .map((channel) => channel.address());
  expect(addresses?.toSorted()).toEqual([
    "templo/v1/_bridge/{bridgeId}",
    "templo/v1/{templeId}/down/ack",
    "templo/v1/{templeId}/down/cmd",
    "templo/v1/{templeId}/down/display",
    "templo/v1/{templeId}/up/act",
    "templo/v1/{templeId}/up/bead",
    "templo/v1/{templeId}/up/state",
  ]);
});

test("every object, choice and list of words in it is a schema with a name of its own", () => {
  const unnamed = (schema: unknown, isNamed: boolean): string[] => {
    if (typeof schema !== "object" || schema === null) return [];
    const isType = "properties" in schema || "enum" in schema || ("oneOf" in schema && !isNullable(schema));
    const inner = Object.values(schema).flatMap((each) => unnamed(each, false));
    return isType && !isNamed ? [JSON.stringify(schema), ...inner] : inner;
  };
  const isNullable = ({ oneOf }: { oneOf: unknown }) => JSON.stringify(oneOf).endsWith('{"type":"null"}]');
  expect(Object.values(components.schemas).flatMap((schema) => unnamed(schema, true))).toEqual([]);
  expect(Object.entries(components.schemas)).toSatisfy((all: [string, { title: string }][]) =>
    all.every(([name, { title }]) => name === title),
  );
});

test("its examples are those of docs/temple-protocol.md, byte for byte", () => {
  const page = readFileSync(join(ROOT, "docs/temple-protocol.md"), "utf8");
  const written = [...page.matchAll(/\{"v":1,"\S[^`\n]*\}(?=`|\n)/g)].map(([json]) => json);
  expect(written.length).toBeGreaterThan(4);
  const payloads = EXAMPLES.map(([, payload]) => JSON.stringify(payload));
  for (const example of written) expect(payloads).toContain(example);
});

describe("TypeScript generated from it", () => {
  test("compiles, with a type for each schema, and takes the examples and nothing else", async () => {
    const folder = makeTempFolder();
    writeFileSync(join(folder, "messages.ts"), await generate());
    writeFileSync(join(folder, "examples.ts"), program(EXAMPLES));
    await compileIn(folder);
    for (const [index, each] of WRONG.entries())
      writeFileSync(join(folder, `wrong${index}.ts`), program([each]));
    const error: ExecFileException = (await compileIn(folder).then(
      () => expect.unreachable("all wrong messages compile"),
      (failure: unknown) => failure,
    )) as ExecFileException;
    const faulty = new Set(
      [...String(error.stdout).matchAll(/^wrong(\d+)\.ts/gm)].map(([, index]) => Number(index)),
    );
    expect([...faulty].toSorted((a, b) => a - b)).toEqual(WRONG.map((_, index) => index));
  });

  async function generate(): Promise<string> {
    const names = Object.keys(components.schemas);
    const oneOf = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const options = { additionalProperties: false, ignoreMinAndMaxItems: true, format: false };
    const generated = await compile({ title: "AnyOfThem", oneOf, components }, "AnyOfThem", options);
    for (const name of names) expect(generated).toMatch(new RegExp(`export (type|interface) ${name}\\b`));
    return generated;
  }

  function program(cases: readonly Case[]): string {
    const names = [...new Set(cases.map(([name]) => name))];
    const values = cases.map(
      ([name, payload], i) => `export const c${i}: ${name} = ${JSON.stringify(payload)};\n`,
    );
    return `import type { ${names.join(", ")} } from "./messages.ts";\n${values.join("")}`;
  }

  async function compileIn(folder: string): Promise<void> {
    const config = {
      compilerOptions: { strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] },
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", "tsconfig.json", "--pretty", "false"], {
      cwd: folder,
    });
  }
});

describe.skipIf(lacks("datamodel-codegen"))("Python generated from it", () => {
  test("compiles, with a class for each schema, and reads the examples and nothing else", async () => {
    const folder = makeTempFolder();
    const output = join(folder, "messages.py");
    await run(programPath("datamodel-codegen"), [
      "--input",
      FILE,
      "--input-file-type=openapi",
      "--output",
      output,
      "--output-model-type=pydantic_v2.BaseModel",
      "--target-python-version=3.11",
      "--formatters=builtin",
    ]);
    const python = join(dirname(programPath("datamodel-codegen")), "python");
    await run(python, ["-m", "py_compile", output]);
    const generated = readFileSync(output, "utf8");
    for (const name of Object.keys(components.schemas)) expect(generated).toContain(`class ${name}(`);
    const input = JSON.stringify([...EXAMPLES, ...WRONG]);
    const printed = execFileSync(python, ["-B", "-c", READ], { cwd: folder, input, encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual([...EXAMPLES.map(() => true), ...WRONG.map(() => false)]);
  });
});

/** Reads cases and prints for each whether the generated class reads its payload and writes the same again. */
const READ = `
import json, sys
import messages
from pydantic import ValidationError
def reads(name, payload):
    try:
        read = getattr(messages, name).model_validate_json(json.dumps(payload), strict=True)
    except ValidationError:
        return False
    return json.loads(read.model_dump_json(by_alias=True, exclude_unset=True)) == payload
print(json.dumps([reads(*case) for case in json.load(sys.stdin)]))
`;
