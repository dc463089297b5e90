import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export const VERIFIER = join(import.meta.dirname, "../verify/verify.py");
export const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** What the verifier in Python says of a record. */
export async function secondVerdict(record: string): Promise<{ exitCode: number; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), "flower-war-record-"));
  try {
    const file = join(folder, "match.jsonl");
    await writeFile(file, record);
    const { stdout } = await promisify(execFile)("python3", ["-B", VERIFIER, file]);
    return { exitCode: 0, said: stdout.trim() };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as { code?: number; stdout?: string; stderr?: string };
    if (code !== 1 || stderr !== "") throw error;
    return { exitCode: 1, said: stdout.trim() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
