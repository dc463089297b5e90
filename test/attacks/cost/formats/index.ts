/** Everything that strangers send over HTTP, WebSocket and MQTT, and how the project reads it. */
import type { Format } from "./format.ts";
import { HTTP } from "./http.ts";
import { MQTT } from "./mqtt.ts";
import { RECORDS } from "./records.ts";
import { FRAMES, ROOMS } from "./rooms.ts";

export { type Format, MOST_BYTES } from "./format.ts";

export const FORMATS: readonly Format[] = [...HTTP, ...ROOMS, FRAMES, ...MQTT, RECORDS];
