import { isId } from "@flower-war/protocol/temple";
import { parseWords, UsageError } from "../../../protocol/tools/tool.ts";
import { LANGUAGE } from "../words.ts";
import { KEYS } from "./screen.ts";

export interface Arguments {
  readonly templeId: string;
  readonly url: string | undefined;
  /** A file with the CA certificates to trust. */
  readonly ca: string | undefined;
  readonly secret: string | undefined;
  /** The language of its screen (BCP 47). */
  readonly lang: string | undefined;
  /** Whether its lake mirrors the match's (J-11). */
  readonly mirror: boolean;
}

export const HELP = `Starts a temple without hardware in this terminal.

usage: npm run temple -- [temple id] [options]

The temple id is 4 to 24 of a-z, 0-9 and -; default: simulator.

options:
  --url <url>       the broker, mqtt:// or mqtts://; default mqtt://127.0.0.1:<MQTT_PORT>
  --ca <file>       the CA certificates (PEM) to trust for mqtts://; default: the system's
  --secret <text>   the temple's secret; default: the one that it stored or gets from the server
  --lang <language> that of its screen: en, es, de or pt; default: English
  --mirror          its lake mirrors the match's: it says what to put in and take out
  --help            this text

keys: ${KEYS}

environment:
  OPERATOR_URL      the operator's listener that enrols it; default http://localhost:2568
  DATA_DIR          where it stores its secret and counters and finds the server's admin password; default ./data
  ADMIN_PASSWORD    the server's admin password; default: the one in DATA_DIR
  MQTT_PORT         the port of the broker on this machine; default 1883`;

const OPTIONS = {
  url: { type: "string" },
  ca: { type: "string" },
  secret: { type: "string" },
  lang: { type: "string" },
  mirror: { type: "boolean" },
} as const;

/**
 * Parses the command line; `null`: it asks for help.
 * @throws UsageError
 */
export function parseArguments(args: readonly string[]): Arguments | null {
  const words = parseWords(args, OPTIONS);
  if (words === null) return null;
  const { url, ca, secret, lang, mirror = false } = words.values;
  const [templeId = "simulator"] = words.positionals;
  if (!isId(templeId))
    throw new UsageError(`${String(templeId)} is not a temple id: use 4 to 24 of a-z, 0-9 and -.`);
  if (lang !== undefined && !LANGUAGE.test(lang))
    throw new UsageError("--lang is a language like es or es-MX.");
  return { templeId, url, ca, secret, lang, mirror };
}
