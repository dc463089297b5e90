import { readFile } from "node:fs/promises";
import { REFUSAL_CODES } from "@flower-war/protocol";
import { describe, expect, it } from "vitest";
import { CONNECTION_CODES, parseRefusalBody, Refusal } from "../src/refusal.ts";

describe("a refusal", () => {
  it("is an error with a code, and has `field` and `wait` only if they are given", () => {
    const plain = new Refusal({ code: "no-skulls", message: "no skull to offer" });
    expect(plain).toBeInstanceOf(Error);
    expect(Object.keys(plain)).not.toContain("wait");
    const full = new Refusal({ code: "bad-option", message: "4 to 13", field: "rackSize", wait: 5 });
    expect(full).toMatchObject({ name: "Refusal", code: "bad-option", field: "rackSize", wait: 5 });
  });

  it.each([undefined, null, "bad-request", 4, [], {}, { code: 4 }, { code: "" }, { message: "hm" }])(
    "is not parsed from %j",
    (value) => {
      expect(parseRefusalBody(value)).toBeNull();
    },
  );

  it("is parsed from a refusal's body; fields of a wrong type are left out", () => {
    expect(parseRefusalBody({ code: "x", message: 4, field: {}, wait: "long", more: 1 })).toEqual({
      code: "x",
      message: "x",
    });
    const body = { code: "bad-code", message: "m", field: "f", wait: 1 };
    expect(parseRefusalBody(body)).toEqual(body);
  });
});

describe("the README's table of error codes", () => {
  it("has every code of the SDK, and no code that does not exist", async () => {
    const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    const rows = readme.match(/\| code \| meaning \|\n(?<rows>(?:\|.*\n)+)/)?.groups?.rows ?? "";
    const codes = [...rows.matchAll(/^\|(?<codes>[^|]*)\|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`(?<code>[^`]+)`/g)].map(([, code]) => code),
    );
    expect(codes).toEqual(expect.arrayContaining(Object.keys(CONNECTION_CODES)));
    const known = [...Object.keys(CONNECTION_CODES), ...Object.keys(REFUSAL_CODES)];
    expect(codes.filter((code) => !known.includes(code ?? ""))).toEqual([]);
  });
});
