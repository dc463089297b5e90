import { isId } from "@flower-war/protocol/temple";
import { InvalidArgumentError, Option } from "commander";

/* Arguments and options that several commands have. */

/** The description of the argument `<id>`. */
export const TEMPLE_ID = "the temple's id: 4 to 24 of a-z, 0-9 and -, not starting with -";

/** The address of a server that `npm start` runs. */
const LOCAL_SERVER = "http://localhost:2567";

/** Parses a temple's id. */
export function parseTempleId(value: string): string {
  if (isId(value)) return value;
  throw new InvalidArgumentError("A temple's id is 4 to 24 of a-z, 0-9 and -, and does not start with -.");
}

/** Creates the option `--server`. */
export function createServerOption(): Option {
  return new Option("--server <url>", "the server's address")
    .env("SERVER_URL")
    .default(LOCAL_SERVER)
    .argParser(parseServerUrl);
}

function parseServerUrl(value: string): string {
  const protocol = URL.parse(value)?.protocol ?? "";
  if (["http:", "https:"].includes(protocol)) return value.replace(/\/+$/, "");
  throw new InvalidArgumentError(`It must be an address like ${LOCAL_SERVER}.`);
}

/** Parses a broker's address, `mqtt://` or `mqtts://`. */
export function parseBrokerUrl(value: string): string {
  const url = URL.parse(value);
  if (url !== null && ["mqtt:", "mqtts:"].includes(url.protocol) && url.hostname !== "") return value;
  throw new InvalidArgumentError("It must be an address like mqtts://play.example:8883.");
}
