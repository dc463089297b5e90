import { isatty } from "node:tty";
import { systemTime } from "@flower-war/protocol/ports";
import sonicBoom from "sonic-boom";
import { humanLine } from "./human-lines.ts";

/** Bytes that wait for a slow reader. */
const MAX_WAITING = 4 * 1024 * 1024;
/** ms for which a process that exits waits for its log's reader. */
const EXIT_TIMEOUT = 1_000;

/** The output of a log. */
export interface LogOutput {
  write(line: string): void;
}

/** When writing is given up, by the monotonic clock. */
let end = Number.POSITIVE_INFINITY;
/** The open outputs by their file descriptors: a process has one of each, however many logs it opens. */
const outputs = new Map<number, InstanceType<typeof sonicBoom.SonicBoom>>();

/**
 * Opens a file descriptor for a log: JSON, but a terminal gets lines for people. Its process never waits for whoever reads that: lines
 * beyond the 4 MB that wait for a slow reader are lost, and so are all when the reader is gone. What waits at exit is written within a second, or lost.
 * @param fd default: stdout
 */
export function openLogOutput(fd = 1): LogOutput {
  const output = outputs.get(fd) ?? open(fd);
  return isatty(fd) ? { write: (line) => void output.write(humanLine(line)) } : output;
}

function open(fd: number): InstanceType<typeof sonicBoom.SonicBoom> {
  const retryEAGAIN = () => systemTime.monotonic() < end;
  const output = new sonicBoom.SonicBoom({ fd, maxLength: MAX_WAITING, retryEAGAIN });
  // Lines that cannot be written could only be logged.
  output.on("error", () => {});
  if (outputs.size === 0) process.once("exit", flushAll);
  outputs.set(fd, output);
  return output;
}

function flushAll(): void {
  end = systemTime.monotonic() + EXIT_TIMEOUT;
  for (const output of outputs.values()) {
    try {
      output.flushSync();
    } catch {
      // The reader is gone, or stands still.
    }
  }
}
