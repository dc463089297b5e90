import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
const [LOCK, MODULES] = ["package-lock.json", "node_modules"];

/** The sources of a commit in a temporary folder. */
export interface Checkout {
  readonly folder: string;
  readonly remove: () => void;
}

/**
 * Writes the files of a commit into a temporary folder, with the packages that they need: those of the working tree if both have the same
 * lock file.
 * @param commit `.`: the working tree as it is, with what is not committed
 */
export function checkOut(commit: string): Checkout {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-ab-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const archive = git(["archive", commit === "." ? writeWorkingTree(folder) : commit]);
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    if (read(folder, LOCK) === read(ROOT, LOCK)) linkPackages(folder);
    else execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: folder, stdio: "ignore" });
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

function git(args: readonly string[], env: NodeJS.ProcessEnv = {}): Buffer {
  return execFileSync("git", args, { cwd: ROOT, env: { ...process.env, ...env }, maxBuffer: 2 ** 30 });
}

/** Stores the working tree in git, past its index. Returns the tree's id. */
function writeWorkingTree(folder: string): string {
  const index = join(folder, "index");
  git(["add", "--all"], { GIT_INDEX_FILE: index });
  const tree = git(["write-tree"], { GIT_INDEX_FILE: index }).toString().trim();
  rmSync(index);
  return tree;
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

/** Links packages. Links to our own lead into the folder itself, as they do in the working tree. */
function linkPackages(folder: string): void {
  const workspaces = readdirSync(folder).filter((name) => existsSync(join(ROOT, name, MODULES)));
  for (const workspace of workspaces) {
    symlinkSync(join(ROOT, workspace, MODULES), join(folder, workspace, MODULES));
  }
  for (const scope of ["", "@flower-war"]) {
    const [from, to] = [join(ROOT, MODULES, scope), join(folder, MODULES, scope)];
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from).filter((entry) => scope !== "" || entry !== "@flower-war")) {
      const isOurs = lstatSync(join(from, name)).isSymbolicLink();
      symlinkSync(isOurs ? readlinkSync(join(from, name)) : join(from, name), join(to, name));
    }
  }
}
