import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { programPath } from "./programs.ts";
import { ROOT } from "./root.ts";

/** The folder of the packages in Python. */
export const PYTHON_SOURCES = join(ROOT, "clients/python/src");

/**
 * Verifies a record with the verifier in Python. Resolves with its exit code, the first line that it prints, and the others.
 * @param witness the text of a witness; left out: none
 */
export async function verifyInPython(
  record: string,
  witness?: string,
): Promise<{ exitCode: number; printed: string; said: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), "flower-war-record-"));
  try {
    const files = [join(folder, "match.jsonl")];
    await writeFile(files[0] ?? "", record);
    if (witness !== undefined) {
      files.push(join(folder, "witness.json"));
      await writeFile(files[1] ?? "", witness);
    }
    const { stdout } = await promisify(execFile)(
      programPath("python3"),
      ["-B", "-m", "flower_war_verifier", ...files],
      {
        cwd: PYTHON_SOURCES,
      },
    );
    const [printed = "", ...said] = stdout.trim().split("\n");
    return { exitCode: 0, printed, said };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as { code?: number; stdout?: string; stderr?: string };
    if (code !== 1 || stderr !== "") throw error;
    return { exitCode: 1, printed: stdout.trim(), said: [] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Verifies many records with one run of Python. Resolves with the first line that the verifier prints for each. */
export async function verifyAllInPython(
  cases: readonly { readonly record: string; readonly witness?: object }[],
): Promise<readonly string[]> {
  const child = spawn(programPath("python3"), ["-B", "-c", ALL], {
    cwd: PYTHON_SOURCES,
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(cases));
  return JSON.parse(await text(child.stdout)) as string[];
}

const ALL = `
import json, sys
from flower_war_verifier import read_witness, verify
cases = json.load(sys.stdin.buffer)
read = lambda case: read_witness(json.dumps(case["witness"])) if "witness" in case else None
print(json.dumps([str(verify(case["record"], read(case))).splitlines()[0] for case in cases]))
`;
