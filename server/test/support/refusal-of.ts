import type { RefusalBody } from "@flower-war/protocol";
import { RefusalError } from "../../src/refusal.ts";

/** Returns the refusal with which an attempt fails; `null`: it succeeds. */
export async function refusalOf(attempt: Promise<unknown>): Promise<RefusalBody | null> {
  try {
    await attempt;
    return null;
  } catch (error) {
    if (error instanceof RefusalError) return error.body;
    throw error;
  }
}
