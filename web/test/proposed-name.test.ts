import { readName } from "@flower-war/client-sdk/players";
import { expect, test } from "vitest";
import { PROPOSED } from "../src/session/memory.ts";

test.each(PROPOSED)("the proposed name %s is one that servers accept as it is", (name) => {
  expect(readName(name)).toEqual({ name });
});
