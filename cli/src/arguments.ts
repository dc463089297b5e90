import { isId } from "@flower-war/client-sdk/temple";
import { InvalidArgumentError, Option } from "commander";

/* What several commands are given alike. */

/** What a temple's id is, in the operator's words. */
export const TEMPLE_ID = "4 to 24 of a-z, 0-9 and -, not beginning with -";

/** Where `npm start` listens. */
const HERE = "http://localhost:2567";

export function templeId(value: string): string {
  if (isId(value)) return value;
  throw new InvalidArgumentError("A temple's id is 4 to 24 of a-z, 0-9 and -, and does not begin with -.");
}

export function serverOption(): Option {
  return new Option("--server <url>", "the server's address")
    .env("SERVER_URL")
    .default(HERE)
    .argParser(serverUrl);
}

function serverUrl(value: string): string {
  const protocol = URL.parse(value)?.protocol ?? "";
  if (["http:", "https:"].includes(protocol)) return value.replace(/\/+$/, "");
  throw new InvalidArgumentError(`It must be an address like ${HERE}.`);
}

/** A broker's address as temples reach it: `mqtts://` for TLS. */
export function brokerUrl(value: string): string {
  const url = URL.parse(value);
  if (url !== null && ["mqtt:", "mqtts:"].includes(url.protocol) && url.hostname !== "") return value;
  throw new InvalidArgumentError("It must be an address like mqtts://play.example:8883.");
}
