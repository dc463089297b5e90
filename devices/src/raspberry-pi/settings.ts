import { readFileSync } from "node:fs";
import { isId } from "@flower-war/protocol/temple";
import { z } from "zod";

/** The settings of a temple on a Raspberry Pi, from its environment (flower-war-temple.env). */
export interface Settings {
  readonly id: string;
  readonly secret: string;
  readonly url: string;
  /** The CA certificates to trust, as PEM; `null`: the system's. */
  readonly ca: string | null;
  /** The file that stores the counters. */
  readonly counters: string;
  readonly chip: string;
  /** Lines of the chip (BCM numbers). */
  readonly lines: Readonly<
    Record<"beamH" | "beamT" | "confirm" | "pair" | "lampH" | "lampT" | "red", number>
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
  TEMPLE_ID: z
    .string("must be set")
    .refine(isId, "must be 4 to 24 of a-z, 0-9 and -")
    .describe("the temple's id (mandatory)"),
  TEMPLE_SECRET: z.string("must be set").describe('its secret, from "flower-war temple add" (mandatory)'),
  MQTT_URL: z
    .url({ protocol: /^mqtts?$/, error: "must be an address like mqtts://play.example:8883" })
    .describe("the broker, like mqtts://play.example:8883 (mandatory)"),
  MQTT_CA: z
    .string()
    .optional()
    .describe("a file with the CA certificates (PEM) to trust for mqtts://; default: the system's"),
  TEMPLE_COUNTERS: z
    .string()
    .default("/var/lib/flower-war-temple/counters.json")
    .describe("the file that stores the counters; default /var/lib/flower-war-temple/counters.json"),
  GPIO_CHIP: z.string().default("gpiochip0").describe("the chip of the pins; default gpiochip0"),
  GPIO_BEAM_H: line(17, "the beam of slot h"),
  GPIO_BEAM_T: line(27, "the beam of slot t"),
  GPIO_CONFIRM: line(22, "the confirm button"),
  GPIO_PAIR: line(23, "the pair button"),
  GPIO_LAMP_H: line(5, "the lamp of slot h"),
  GPIO_LAMP_T: line(6, "the lamp of slot t"),
  GPIO_RED: line(13, "the red lamp"),
});

/** Returns a line for each variable that the temple reads. */
export function describeEnvironment(): string {
  return Object.entries(ENVIRONMENT.shape)
    .map(([name, { description }]) => `  ${name.padEnd(16)} ${description}`)
    .join("\n");
}

/** Reads the environment. An empty variable counts as unset. Throws `SettingsError`. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  const read = ENVIRONMENT.safeParse(Object.fromEntries(given));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SettingsError(`${issue?.path.join(".")} ${issue?.message}.`);
  }
  const { data } = read;
  return {
    id: data.TEMPLE_ID,
    secret: data.TEMPLE_SECRET,
    url: data.MQTT_URL,
    ca: data.MQTT_CA === undefined ? null : readCa(data.MQTT_CA),
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
    },
  };
}

function readCa(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new SettingsError(`MQTT_CA names ${file}, which cannot be read.`, { cause });
  }
}
