import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { programPath } from "./programs.ts";
import { ROOT } from "./root.ts";

export const VERIFIER = join(ROOT, "test/verify/verify.py");

/** Verifies a record with the verifier in Python. Resolves with its exit code and the line that it prints. */
export async function verifyInPython(record: string): Promise<{ exitCode: number; printed: string }> {
  const folder = await mkdtemp(join(tmpdir(), "flower-war-record-"));
  try {
    const file = join(folder, "match.jsonl");
    await writeFile(file, record);
    const { stdout } = await promisify(execFile)(programPath("python3"), ["-B", VERIFIER, file]);
    return { exitCode: 0, printed: stdout.trim() };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as { code?: number; stdout?: string; stderr?: string };
    if (code !== 1 || stderr !== "") throw error;
    return { exitCode: 1, printed: stdout.trim() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
