// Checks the subjects of commits (CONTRIBUTING.md, "Commits"), in three ways:
//   node .ci/commits.ts install          git calls the second at each commit of this clone; `npm ci` runs this
//   node .ci/commits.ts message <file>   the message of a commit that is about to be made
//   node .ci/commits.ts history          all commits since the last release, or since this check exists; fails without git
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const ROOT = realpathSync(join(import.meta.dirname, ".."));
const SELF = ".ci/commits.ts";
const HOOK = `#!/bin/sh
# Written by npm ci of this project (${SELF}).
[ -f ${SELF} ] && [ -x node_modules/.bin/node ] || exit 0
exec node_modules/.bin/node ${SELF} message "$1"
`;
/** Words that end like "Added" or "Adding", and are imperatives. */
const IMPERATIVES =
  /^(?:Br|P|R|S|Spr|Str|Sw)ing$|^(?:Embed|Exceed|Feed|Need|Proceed|Seed|Shed|Shred|Speed|Succeed)$/;

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/** Returns what is wrong with a subject. */
export function judgeSubject(subject: string): string[] {
  const [first = ""] = subject.split(" ");
  const faults: string[] = [];
  if (subject.length > 72) faults.push(`has ${subject.length} characters, at most 72 fit`);
  if (!/^[A-Z]/.test(subject)) faults.push("does not begin with a capital letter");
  if (first === "Let") faults.push('begins with "Let": say what changes');
  if (/(?:ed|ing)$/.test(first) && !IMPERATIVES.test(first))
    faults.push("is not imperative: Add, not Added or Adding");
  if (subject.endsWith(".")) faults.push("ends with a full stop");
  return faults;
}

/** Lets git check each message, unless another hook does, or this is no clone. */
function install(): void {
  if (realpathSync(git("rev-parse", "--show-toplevel")) !== ROOT) return;
  const hooks = resolve(ROOT, git("rev-parse", "--git-path", "hooks"));
  // Hooks elsewhere are of all repositories of the user.
  if (relative(resolve(ROOT, git("rev-parse", "--git-common-dir")), hooks).startsWith("..")) return;
  const file = join(hooks, "commit-msg");
  if (existsSync(file) && !readFileSync(file, "utf8").includes(SELF)) return;
  mkdirSync(hooks, { recursive: true });
  writeFileSync(file, HOOK, { mode: 0o755 });
}

function readSubject(file: string): string {
  const lines = readFileSync(file, "utf8").split("\n");
  const text = lines
    .filter((line) => !line.startsWith("#"))
    .join("\n")
    .trimStart();
  const [paragraph = ""] = text.split(/\n\s*\n/);
  return paragraph.trim().replaceAll("\n", " ");
}

/** Lists the commits to check. A shallow clone has only some of them, one at least. */
function listCommits(): string[] {
  const [release] = git(
    "log",
    "--max-count=1",
    "--format=%H",
    "--extended-regexp",
    "--grep=^Release [0-9.]+$",
  ).split("\n");
  const first = git("log", "--diff-filter=A", "--format=%H", "--", SELF).split("\n").at(-1);
  const since = [release, first].filter(Boolean).map((commit) => `^${commit}`);
  const listed = git("log", "--no-merges", "--format=%h %s", "HEAD", ...since);
  const last = git("log", "--no-merges", "--max-count=1", "--format=%h %s");
  return [...new Set([...listed.split("\n"), last])].filter(Boolean);
}

function check(commits: readonly (readonly [name: string, subject: string])[]): void {
  const faulty = commits.flatMap(([name, subject]) =>
    judgeSubject(subject).map((fault) => `${name} ${fault}: ${subject}`),
  );
  for (const line of faulty) console.error(line);
  if (faulty.length > 0) process.exitCode = 1;
}

/** Returns git's own first words about an error, or those of whatever failed to start git. */
function reasonOf(error: unknown): string {
  const { stderr, message } = error as Error & { readonly stderr?: string };
  return (stderr || message).split("\n")[0] ?? "";
}

const [, , way, file = ""] = process.argv;
if (import.meta.main) {
  if (way === "message") {
    const subject = readSubject(file);
    // Git writes the first two itself, and an empty message is its own matter.
    if (!/^(?:Merge |(?:fixup|squash|amend)! |$)/.test(subject)) check([["The subject", subject]]);
  } else if (way === "install") {
    try {
      install();
    } catch (error) {
      // Who only installs the project needs no git.
      console.log(`commits are not checked: ${reasonOf(error)}`);
    }
  } else {
    try {
      check(
        listCommits().map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]),
      );
    } catch (error) {
      console.error(
        `The commits cannot be checked: ${reasonOf(error)}. Run this in a clone, with git installed.`,
      );
      process.exitCode = 1;
    }
  }
}
