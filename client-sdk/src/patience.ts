import { sleep, type Time } from "@flower-war/protocol/ports";
import { Refusal } from "./refusal.ts";

/** ms before the next attempt if the server does not say how long. */
const WAIT = 1000;

/** Sends a request, again and again after the wait that the server asks for if there were too many messages. */
export async function requestPatiently<Answer>(time: Time, request: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "too-many-messages") throw error;
      await sleep(time, error.wait ?? WAIT);
    }
  }
}
