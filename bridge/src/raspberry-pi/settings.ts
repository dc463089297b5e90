import { readFileSync } from "node:fs";
import { isId } from "@flower-war/client-sdk/temple";
import { z } from "zod";

/** What a temple on a Raspberry Pi is told by its environment (flower-war-temple.env). */
export interface Settings {
  readonly id: string;
  readonly secret: string;
  readonly url: string;
  /** The CAs to trust, as PEM; `null`: those of the system. */
  readonly ca: string | null;
  /** Where the counters are kept; a file. */
  readonly counters: string;
  readonly chip: string;
  /** Lines of the chip (BCM numbers). */
  readonly lines: Readonly<
    Record<"beamH" | "beamT" | "confirm" | "pair" | "lampH" | "lampT" | "red", number>
  >;
}

const line = (bcm: number) => z.coerce.number().int().min(0).max(53).default(bcm);

const ENVIRONMENT = z.object({
  TEMPLE_ID: z.string().refine(isId, "must be 4 to 24 of a-z, 0-9 and -"),
  TEMPLE_SECRET: z.string().min(1),
  MQTT_URL: z.url({ protocol: /^mqtts?$/ }),
  MQTT_CA: z.string().optional(),
  TEMPLE_COUNTERS: z.string().default("/var/lib/flower-war-temple/counters.json"),
  GPIO_CHIP: z.string().default("gpiochip0"),
  GPIO_BEAM_H: line(17),
  GPIO_BEAM_T: line(27),
  GPIO_CONFIRM: line(22),
  GPIO_PAIR: line(23),
  GPIO_LAMP_H: line(5),
  GPIO_LAMP_T: line(6),
  GPIO_RED: line(13),
});

/** Reads the environment; an empty variable is as good as none. Throws an `Error` that names the variable. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.entries(environment).filter(([, value]) => value !== "");
  const read = ENVIRONMENT.safeParse(Object.fromEntries(given));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(`${issue?.path.join(".")}: ${issue?.message}.`);
  }
  const { data } = read;
  return {
    id: data.TEMPLE_ID,
    secret: data.TEMPLE_SECRET,
    url: data.MQTT_URL,
    ca: data.MQTT_CA === undefined ? null : readFileSync(data.MQTT_CA, "utf8"),
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
