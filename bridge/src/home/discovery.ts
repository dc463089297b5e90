import { PHASES, type TempleHealth } from "@flower-war/protocol/temple";
import { identifyTopic, stateTopic } from "./topics.ts";

/** A temple's values for Home Assistant; `null`: not known. */
export interface HomeState {
  readonly online: boolean;
  readonly phase: string;
  readonly turn: number | null;
  /** Beads counted, by god. */
  readonly huitzilopochtli: number | null;
  readonly tlaloc: number | null;
  /** dBm */
  readonly rssi: number | null;
  /** s */
  readonly uptime: number | null;
  readonly reset: string | null;
  readonly faults: string;
}

/** s after which an entity without a new state is unavailable: three heartbeats (N-3). */
const EXPIRY = 180;

/** Fields that all entities with a state have. */
const SENSOR = { platform: "sensor", expire_after: EXPIRY };
const DIAGNOSTIC = { ...SENSOR, entity_category: "diagnostic" };

/** Composes the device of a temple, as Home Assistant's discovery by device wants it (2024.12 and later). */
export function composeDevice(templeId: string, health: TempleHealth): object {
  const availability = {
    topic: stateTopic(templeId),
    value_template: "{{ 'online' if value_json.online else 'offline' }}",
  };
  const components: Record<string, object> = {
    online: {
      platform: "binary_sensor",
      name: "Online",
      device_class: "connectivity",
      entity_category: "diagnostic",
      expire_after: EXPIRY,
      payload_on: "True",
      payload_off: "False",
    },
    phase: { ...SENSOR, name: "Phase", device_class: "enum", options: PHASES },
    turn: { ...SENSOR, name: "Turn" },
    huitzilopochtli: { ...SENSOR, name: "Beads for Huitzilopochtli", state_class: "total_increasing" },
    tlaloc: { ...SENSOR, name: "Beads for Tlaloc", state_class: "total_increasing" },
    rssi: {
      ...DIAGNOSTIC,
      name: "Signal",
      device_class: "signal_strength",
      unit_of_measurement: "dBm",
      state_class: "measurement",
    },
    uptime: { ...DIAGNOSTIC, name: "Uptime", device_class: "duration", unit_of_measurement: "s" },
    reset: { ...DIAGNOSTIC, name: "Last reset" },
    faults: { ...DIAGNOSTIC, name: "Faults" },
  };
  const sensors = Object.entries(components).map(([id, component]) => [
    id,
    { ...component, unique_id: `flower-war-${templeId}-${id}`, value_template: `{{ value_json.${id} }}` },
  ]);
  const identify = {
    platform: "button",
    name: "Test lamps",
    device_class: "identify",
    entity_category: "config",
    unique_id: `flower-war-${templeId}-identify`,
    command_topic: identifyTopic(templeId),
    availability: [availability],
  };
  return {
    device: {
      identifiers: [`flower-war-${templeId}`],
      name: `Temple ${templeId}`,
      manufacturer: "Flower War",
      model: "Templo Mayor",
      sw_version: health.fw,
      ...(health.hw !== undefined && { hw_version: health.hw }),
    },
    origin: { name: "Flower War" },
    state_topic: stateTopic(templeId),
    qos: 1,
    components: { ...Object.fromEntries(sensors), identify },
  };
}
