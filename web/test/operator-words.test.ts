import type { AuditEntry } from "@flower-war/client-sdk/admin";
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { describeAct, describeReason } from "../src/operator/words.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

test.each(["griefing", "constructor"])(
  "a reason that a newer server stored is shown as it is: %s",
  (reason) => {
    expect(describeReason("stalling")).toBe("stalling");
    expect(describeReason(reason)).toBe(reason);
  },
);

test("so is an act that a newer server noted, done or failed", () => {
  const entry = {
    operator: "Itzel",
    target: "V1StGXR8Z5jd",
    reason: "",
    until: null,
  } as unknown as AuditEntry;
  const describe = (act: string) => describeAct({ ...entry, act: act as AuditEntry["act"] });
  expect(describe("close-match")).toBe("closed match V1StGXR8Z5jd");
  expect(describe("freeze-match")).toBe("freeze-match V1StGXR8Z5jd");
  expect(describe("freeze-match-failed")).toBe("failed: freeze-match V1StGXR8Z5jd");
});
