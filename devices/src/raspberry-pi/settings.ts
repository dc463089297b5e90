import { readFileSync } from "node:fs";
import { isId, parseSetupLink, type SetupLink } from "@flower-war/protocol/temple";
import { z } from "zod";
import { LANGUAGE } from "../words.ts";
import { PINS } from "./pins.ts";

/** The settings of a temple on a Raspberry Pi, from its environment (flower-war-temple.env). */
export interface Settings {
  readonly id: string;
  readonly secret: string;
  readonly url: string;
  /** The CA certificates to trust, as PEM; `null`: the system's. */
  readonly ca: string | null;
  /** SHA-256 of the key of the CA to trust in place of `ca`, in hex; `null`: none. */
  readonly pin: string | null;
  /** The language of its screen (BCP 47); `null`: English. */
  readonly lang: string | null;
  /** Whether its lake mirrors the match's (J-11). */
  readonly mirror: boolean;
  /** The file that stores the counters. */
  readonly counters: string;
  readonly chip: string;
  /** Lines of the chip (BCM numbers). */
  readonly lines: Readonly<
    Record<"beamH" | "beamT" | "confirm" | "pair" | "lampH" | "lampT" | "red" | "buzzer", number>
  >;
}

/** The environment is wrong. The message is one sentence that names the variable. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

const BCM_RULE = "must be a BCM number from 0 to 53";

const line = (bcm: number, what: string) =>
  z.coerce
    .number(BCM_RULE)
    .int(BCM_RULE)
    .min(0, BCM_RULE)
    .max(53, BCM_RULE)
    .default(bcm)
    .describe(`${what}, a BCM number; default ${bcm}`);

const ENVIRONMENT = z.object({
  TEMPLE_LINK: z
    .string()
    .optional()
    .describe('the link that "flower-war temple add" prints; or set the next three'),
  TEMPLE_ID: z
    .string("must be set if TEMPLE_LINK is not")
    .refine(isId, "must be 4 to 24 of a-z, 0-9 and -")
    .describe("the temple's id"),
  TEMPLE_SECRET: z.string("must be set if TEMPLE_LINK is not").describe("its secret"),
  MQTT_URL: z
    .url({ protocol: /^mqtts?$/, error: "must be an address like mqtts://play.example:8883" })
    .describe("the broker, like mqtts://play.example:8883"),
  MQTT_CA: z
    .string()
    .optional()
    .describe("a file with the CA certificates (PEM) to trust for mqtts://; default: the system's"),
  TEMPLE_LANG: z
    .string()
    .regex(LANGUAGE, "must be a language like es or es-MX")
    .optional()
    .describe("the language of its screen: en, es, de or pt; default: English"),
  TEMPLE_MIRROR: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .describe("true: its lake mirrors the match's; default false"),
  TEMPLE_COUNTERS: z
    .string()
    .default("/var/lib/flower-war-temple/counters.json")
    .describe("the file that stores the counters; default /var/lib/flower-war-temple/counters.json"),
  GPIO_CHIP: z.string().default("gpiochip0").describe("the chip of the pins; default gpiochip0"),
  GPIO_BEAM_H: line(PINS.beamH, "the beam of slot h"),
  GPIO_BEAM_T: line(PINS.beamT, "the beam of slot t"),
  GPIO_CONFIRM: line(PINS.confirm, "the confirm button"),
  GPIO_PAIR: line(PINS.pair, "the pair button"),
  GPIO_LAMP_H: line(PINS.lampH, "the lamp of slot h"),
  GPIO_LAMP_T: line(PINS.lampT, "the lamp of slot t"),
  GPIO_RED: line(PINS.red, "the red lamp"),
  GPIO_BUZZER: line(PINS.buzzer, "the buzzer"),
});

/** Returns a line for each variable that the temple reads. */
export function describeEnvironment(): string {
  return Object.entries(ENVIRONMENT.shape)
    .map(([name, { description }]) => `  ${name.padEnd(16)} ${description}`)
    .join("\n");
}

/** Reads the environment. An empty variable counts as unset. Throws `SettingsError`. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const link = given["TEMPLE_LINK"] === undefined ? null : parseSetupLink(given["TEMPLE_LINK"]);
  if (given["TEMPLE_LINK"] !== undefined && link === null) {
    throw new SettingsError("TEMPLE_LINK is not the link of an enrolment.");
  }
  const enrolment = link && {
    TEMPLE_ID: link.templeId,
    TEMPLE_SECRET: link.secret,
    MQTT_URL: brokerUrlOf(link),
  };
  const read = ENVIRONMENT.safeParse({ ...given, ...enrolment });
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SettingsError(`${issue?.path.join(".")} ${issue?.message}.`);
  }
  const { data } = read;
  const ca = data.MQTT_CA === undefined ? null : readCa(data.MQTT_CA);
  return {
    id: data.TEMPLE_ID,
    secret: data.TEMPLE_SECRET,
    url: data.MQTT_URL,
    ca,
    pin: ca === null ? (link?.pin ?? null) : null,
    lang: data.TEMPLE_LANG ?? null,
    mirror: data.TEMPLE_MIRROR === "true",
    counters: data.TEMPLE_COUNTERS,
    chip: data.GPIO_CHIP,
    lines: {
      beamH: data.GPIO_BEAM_H,
      beamT: data.GPIO_BEAM_T,
      confirm: data.GPIO_CONFIRM,
      pair: data.GPIO_PAIR,
      lampH: data.GPIO_LAMP_H,
      lampT: data.GPIO_LAMP_T,
      red: data.GPIO_RED,
      buzzer: data.GPIO_BUZZER,
    },
  };
}

/** The broker of an enrolment: in TLS if there is a key to trust. */
function brokerUrlOf({ host, port, pin }: SetupLink): string {
  return `${pin === null ? "mqtt" : "mqtts"}://${host}:${port}`;
}

function readCa(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new SettingsError(`MQTT_CA names ${file}, which cannot be read.`, { cause });
  }
}
