import { extname } from "node:path";
import type { PasskeyResponse } from "@flower-war/protocol/players";
import type { Ports } from "../ports.ts";
import { Thread } from "../thread.ts";
import type { PasskeyThread } from "./passkey-thread.ts";

/** What players' and operators' passkeys have in common. */

const THREAD = new URL(`./passkey-thread${extname(import.meta.filename)}`, import.meta.url);

/** Returns the thread that creates and checks passkeys. It starts when it is needed. */
export function passkeyThread({ time, log }: Pick<Ports, "time" | "log">): Thread<PasskeyThread> {
  return new Thread("passkey", THREAD, time, log);
}

/** Returns the challenge that a browser says it answers; `null`: it says none, or a page in a frame of another site asked. */
export function readChallenge({ response }: PasskeyResponse): string | null {
  const { clientDataJSON } = response as { readonly clientDataJSON?: unknown };
  try {
    const { challenge, crossOrigin } = JSON.parse(
      Buffer.from(String(clientDataJSON), "base64url").toString(),
    ) as {
      readonly challenge?: unknown;
      readonly crossOrigin?: unknown;
    };
    return typeof challenge === "string" && crossOrigin !== true ? challenge : null;
  } catch {
    return null;
  }
}
