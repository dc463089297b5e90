import { EXIT, Failure, reasonOf } from "./failure.ts";
import { createProgram } from "./program.ts";

for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreLeftReader);

try {
  await createProgram().parseAsync();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

/** A reader that has left, as `| head -1` does, is no failure: the command does the rest of its work all the same. */
function ignoreLeftReader(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") return;
  process.exitCode = EXIT.failed;
  console.error(`The output cannot be written: ${reasonOf(error)}.`);
}
