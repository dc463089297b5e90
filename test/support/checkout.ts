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
import { isDeepStrictEqual } from "node:util";
import { ROOT } from "./root.ts";

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
 * @param workspace the only one whose files are needed; the working tree's packages will do if it depends on the same ones. Missing: all
 * @throws RangeError if there is no such commit, or it has no such workspace
 */
export function checkOut(commit: string, workspace?: string): Checkout {
  const folder = mkdtempSync(join(tmpdir(), "flower-war-ab-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const tree = commit === "." ? writeWorkingTree(folder) : findTree(commit);
    const files = workspace === undefined ? [] : [LOCK, "package.json", workspace];
    if (workspace !== undefined && git(["ls-tree", tree, workspace]).length === 0)
      throw new RangeError(`Commit ${commit} has no ${workspace}.`);
    execFileSync("tar", ["-x", "-C", folder], { input: git(["archive", tree, ...files]) });
    const isAlike =
      workspace === undefined
        ? read(folder, LOCK) === read(ROOT, LOCK)
        : isDeepStrictEqual(dependenciesOf(folder, workspace), dependenciesOf(ROOT, workspace));
    if (isAlike) linkPackages(folder);
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

/** Returns the id of a commit's tree. @throws RangeError if there is no such commit */
function findTree(commit: string): string {
  try {
    return git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{tree}`])
      .toString()
      .trim();
  } catch (error) {
    if ((error as { readonly status?: unknown }).status !== 1) throw error;
    throw new RangeError(`There is no commit ${commit}.`, { cause: error });
  }
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

function dependenciesOf(folder: string, workspace: string): unknown {
  return (JSON.parse(read(folder, join(workspace, "package.json"))) as { dependencies?: unknown })
    .dependencies;
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
