import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "@asyncapi/parser";
import { expect, test } from "vitest";
import { asyncApi } from "../protocol/tools/asyncapi.ts";
import { ROOT } from "./support/root.ts";

const text = readFileSync(join(ROOT, "docs/temple-protocol.asyncapi.json"), "utf8");

test("docs/temple-protocol.asyncapi.json is what `npm run asyncapi` writes", () => {
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(asyncApi())));
});

test("AsyncAPI's parser finds no error in it, and all seven channels", { timeout: 60_000 }, async () => {
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
