import { describe, expect, it } from "vitest";
import { Refusal, readFault } from "../src/refusal.ts";

describe("a refusal", () => {
  it("is an error with a code, and has field and wait only where there are some", () => {
    const plain = new Refusal({ code: "no-skulls", message: "no skull to offer" });
    expect(plain).toBeInstanceOf(Error);
    expect(Object.keys(plain)).not.toContain("wait");
    const full = new Refusal({ code: "bad-option", message: "4 to 13", field: "rackSize", wait: 5 });
    expect(full).toMatchObject({ name: "Refusal", code: "bad-option", field: "rackSize", wait: 5 });
  });

  it.each([undefined, null, "bad-request", 4, [], {}, { code: 4 }, { code: "" }, { message: "hm" }])(
    "is not read from %j",
    (value) => {
      expect(readFault(value)).toBeNull();
    },
  );

  it("is read from what is a fault, leaving out what is not of its form", () => {
    expect(readFault({ code: "x", message: 4, field: {}, wait: "long", more: 1 })).toEqual({
      code: "x",
      message: "x",
    });
    const fault = { code: "bad-code", message: "m", field: "f", wait: 1 };
    expect(readFault(fault)).toEqual(fault);
  });
});
