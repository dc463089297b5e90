import { expect, onTestFinished, test } from "vitest";
import { ProjectCopy } from "./mutants/project-copy.ts";

test("a copy in which mutants are planted has the document that the server's tests compare answers with", () => {
  const copy = new ProjectCopy();
  onTestFinished(() => copy.remove());
  expect(JSON.parse(copy.read("server/openapi.json"))).toHaveProperty("paths");
});
