import { type BrokerAddress, parseBrokerUrl } from "@flower-war/protocol/sockets";
import { isId } from "@flower-war/protocol/temple";
import { InvalidArgumentError, Option } from "commander";

/* Arguments and options that several commands have. */

/** The description of the argument `<id>`. */
export const TEMPLE_ID = "the temple's id: 4 to 24 of a-z, 0-9 and -, not starting with -";

/** The operator's listener of a server that `npm start` runs. */
const LOCAL_OPERATOR = "http://localhost:2568";

/** Parses a temple's id. */
export function parseTempleId(value: string): string {
  if (isId(value)) return value;
  throw new InvalidArgumentError("A temple's id is 4 to 24 of a-z, 0-9 and -, and does not start with -.");
}

/** Creates the option `--operator`. */
export function createOperatorOption(): Option {
  return new Option("--operator <url>", "the address of the server's operator's listener")
    .env("OPERATOR_URL")
    .default(LOCAL_OPERATOR)
    .argParser(parseWebUrl);
}

/** Parses an address of HTTP or HTTPS; slashes at its end are left out. */
export function parseWebUrl(value: string): string {
  const protocol = URL.parse(value)?.protocol ?? "";
  if (["http:", "https:"].includes(protocol)) return value.replace(/([^/])\/+$/, "$1");
  throw new InvalidArgumentError(`It must be an address like ${LOCAL_OPERATOR}.`);
}

/** Creates the option `--game`, of which there may be several: a list, or `undefined`. @param use what the command does with them */
export function createGameOption(use: string): Option {
  const description = `${use}, a module or its folder; may be repeated`;
  return new Option("--game <path>", description).argParser(
    (path: string, others: readonly string[] | undefined) => [...(others ?? []), path],
  );
}

/** Parses a broker's address, `mqtt://` or `mqtts://`. */
export function parseBroker(value: string): string {
  const url = URL.parse(value);
  if (url !== null && ["mqtt:", "mqtts:"].includes(url.protocol) && url.hostname !== "") return value;
  throw new InvalidArgumentError("It must be an address like mqtts://play.example:8883.");
}

/** Parses the address of a broker that a temple shall reach, which is not this machine's loopback. */
export function parseTempleBroker(value: string): BrokerAddress {
  try {
    return parseBrokerUrl(value);
  } catch (error) {
    throw new InvalidArgumentError(`It ${error instanceof Error ? error.message : String(error)}.`);
  }
}
