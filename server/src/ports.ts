import type { Logger } from "pino";
import type { Random } from "./random.ts";
import type { Time } from "./time.ts";

/** The ports of a part of the server. */
export interface Ports {
  readonly time: Time;
  readonly random: Random;
  /** Its lines name the part. */
  readonly log: Logger;
}
