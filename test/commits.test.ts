import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { judgeSubject } from "../.ci/commits.ts";
import { ROOT } from "./support/root.ts";

describe("A subject", () => {
  test.for([
    "Fix eviction by a late reconnect attempt",
    "Bring the bridge's log to one line a minute",
    "Embed the broker",
    "Release 0.4.0",
    `Revert "Add pause"`,
    `Add ${"x".repeat(68)}`,
  ])("is fine: %s", (subject) => {
    expect(judgeSubject(subject)).toEqual([]);
  });

  test.for([
    ["Let a host pause a match", "Let"],
    ["Added a pause", "imperative"],
    ["Adding a pause", "imperative"],
    ["add a pause", "capital"],
    ["fixup! Add a pause", "capital"],
    ["Add a pause.", "full stop"],
    [`Add ${"x".repeat(69)}`, "73 characters"],
  ] as const)("is refused: %s", ([subject, fault]) => {
    expect(judgeSubject(subject)).toEqual([expect.stringContaining(fault)]);
  });
});

describe("In a clone", () => {
  let folder = "";
  let clone = "";

  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@localhost", ...args], {
      cwd: clone,
      encoding: "utf8",
      stdio: "pipe",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    });
  const check = (way: string, at = clone, env: NodeJS.ProcessEnv = process.env) =>
    spawnSync(process.execPath, [join(at, ".ci/commits.ts"), way], { cwd: at, encoding: "utf8", env });
  const commit = (subject: string): void =>
    void git("commit", "--quiet", "--allow-empty", "--message", subject);
  const hook = (): string => join(clone, ".git/hooks/commit-msg");

  function plant(at: string): void {
    mkdirSync(join(at, ".ci"), { recursive: true });
    cpSync(join(ROOT, ".ci/commits.ts"), join(at, ".ci/commits.ts"));
    mkdirSync(join(at, "node_modules/.bin"), { recursive: true });
    symlinkSync(process.execPath, join(at, "node_modules/.bin/node"));
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "commits-"));
    clone = join(folder, "clone");
    mkdirSync(clone);
    git("init", "--quiet");
    writeFileSync(join(clone, ".gitignore"), "node_modules\n");
    commit("let the past be as it was.");
    plant(clone);
    git("add", ".");
    commit("Check subjects");
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  test("the installed hook refuses a subject, and lets others and git's own pass", () => {
    expect(check("install").status).toBe(0);
    expect(check("install").status).toBe(0);
    expect(() => commit("Let it pass")).toThrow(/begins with "Let"/);
    expect(() => commit(`Add a pause\nthat is longer than ${"x".repeat(60)}`)).toThrow(/characters/);
    commit("Add a pause\n\nA body may have lines that are as long as they have to be, and end as they like.");
    commit("fixup! Add a pause");
    git("checkout", "--quiet", "-b", "other", "HEAD~1");
    commit("Add another pause");
    git("merge", "--quiet", "--no-edit", "-");
    rmSync(join(clone, "node_modules"), { recursive: true });
    commit("Let it pass, for nothing is installed here");
  });

  test("a hook that is there already stays", () => {
    mkdirSync(join(clone, ".git/hooks"), { recursive: true });
    writeFileSync(hook(), "#!/bin/sh\nexit 0\n");
    chmodSync(hook(), 0o755);
    expect(check("install").status).toBe(0);
    expect(readFileSync(hook(), "utf8")).toBe("#!/bin/sh\nexit 0\n");
  });

  test("nothing is installed where git's hooks are elsewhere, in a folder of another clone, or without one", () => {
    git("config", "core.hooksPath", join(folder, "hooks"));
    expect(check("install").status).toBe(0);
    expect(existsSync(join(folder, "hooks"))).toBe(false);
    git("config", "--unset", "core.hooksPath");
    for (const at of [join(clone, "inside"), join(folder, "alone")]) {
      plant(at);
      expect(check("install", at).status).toBe(0);
    }
    expect(existsSync(hook())).toBe(false);
  });

  test("the gate fails where git does not answer: an unchecked history would look like a checked one", () => {
    const alone = join(folder, "alone");
    plant(alone);
    const { status, stderr } = check("history", alone);
    expect(stderr).toMatch(
      /^The commits cannot be checked: fatal: not a git repository.*\. Run this in a clone/,
    );
    expect(status).toBe(1);
    const withoutGit = { PATH: "/nowhere" };
    const unanswered = check("history", clone, withoutGit);
    expect(unanswered.stderr).toMatch(/^The commits cannot be checked: .*git ENOENT\. Run this in a clone/);
    expect(unanswered.status).toBe(1);
    expect(check("install", clone, withoutGit)).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(hook())).toBe(false);
  });

  test("the gate checks the commits since the check exists, in a whole clone and in a shallow one", () => {
    expect(check("history")).toMatchObject({ status: 0, stderr: "" });
    commit("Let it pass");
    commit("Add a pause");
    const { status, stderr } = check("history");
    expect(stderr).toMatch(/^[0-9a-f]+ begins with "Let": say what changes: Let it pass\n$/);
    expect(status).toBe(1);
    for (const [depth, faulty] of [
      [1, 0],
      [3, 1],
    ] as const) {
      const shallow = join(folder, `shallow-${depth}`);
      git("clone", "--quiet", "--depth", String(depth), `file://${clone}`, shallow);
      expect(check("history", shallow).status).toBe(faulty);
    }
    commit("Release 0.4.0");
    expect(check("history").status).toBe(0);
    commit("Add another pause.");
    expect(check("history").status).toBe(1);
  });
});
