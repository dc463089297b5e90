import type { Attack, Way } from "../attack.ts";
import { HTTP_ATTACKS } from "./http.ts";
import { MQTT_ATTACKS } from "./mqtt.ts";
import { WEBSOCKET_ATTACKS } from "./websocket.ts";

/** An attack on one of its ways: a row of the table. */
export interface Row {
  readonly attack: Attack;
  readonly way: Way;
}

/** All rows. */
export const ROWS: readonly Row[] = [...WEBSOCKET_ATTACKS, ...HTTP_ATTACKS, ...MQTT_ATTACKS].flatMap(
  (attack) => attack.ways.map((way) => ({ attack, way })),
);

/** The rows of CI: what was found once, and one of each kind. */
export const CI_ROWS: readonly Row[] = ROWS.filter(({ attack, way }) => attack.ci?.includes(way));
