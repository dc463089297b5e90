import { PHASES, type TempleHealth } from "@flower-war/protocol/temple";
import { beadTopic, identifyTopic, matchTopic, stateTopic } from "./topics.ts";

/** What happens at a temple, and in its match, by the names of Home Assistant's events. */
export const BEAD_EVENTS = ["accepted", "absorbed", "rejected", "ignored"] as const;
export const MATCH_EVENTS = ["offering", "day", "disc"] as const;

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

/** Home Assistant's short names of fields: a message has 4,096 bytes at most. */
const SHORT: Readonly<Record<string, string>> = {
  automation_type: "atype",
  availability: "avty",
  command_topic: "cmd_t",
  components: "cmps",
  device: "dev",
  device_class: "dev_cla",
  entity_category: "ent_cat",
  event_types: "evt_typ",
  expire_after: "exp_aft",
  hw_version: "hw",
  identifiers: "ids",
  manufacturer: "mf",
  model: "mdl",
  options: "ops",
  origin: "o",
  payload: "pl",
  payload_off: "pl_off",
  payload_on: "pl_on",
  platform: "p",
  state_class: "stat_cla",
  state_topic: "stat_t",
  subtype: "stype",
  sw_version: "sw",
  topic: "t",
  unique_id: "uniq_id",
  unit_of_measurement: "unit_of_meas",
  value_template: "val_tpl",
};

/** Writes a device as Home Assistant reads it. */
export function formatDevice(device: object): string {
  return JSON.stringify(device, (_, value: unknown) =>
    typeof value !== "object" || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).map(([name, field]) => [SHORT[name] ?? name, field])),
  );
}

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
    components: { ...Object.fromEntries(sensors), identify, ...composeEvents(templeId) },
  };
}

/** An event without a trigger: with one more, the device of long names exceeds the 4,096 bytes of a message (temple protocol A-2). */
const WITHOUT_TRIGGER = "disc";

/** Composes what happens, as events and as triggers of automations. */
function composeEvents(templeId: string): object {
  const events = {
    bead: [BEAD_EVENTS, beadTopic(templeId)],
    match: [MATCH_EVENTS, matchTopic(templeId)],
  } as const;
  const entities = Object.entries(events).map(([id, [types, topic]]) => [
    id,
    {
      platform: "event",
      name: id === "bead" ? "Bead" : "Match",
      event_types: types,
      state_topic: topic,
      unique_id: `flower-war-${templeId}-${id}`,
    },
  ]);
  const triggers = Object.entries(events).flatMap(([id, [types, topic]]) =>
    types
      .filter((type) => type !== WITHOUT_TRIGGER)
      .map((type) => [
        `on-${type}`,
        {
          platform: "device_automation",
          automation_type: "trigger",
          type: id,
          subtype: type,
          topic,
          payload: type,
          value_template: "{{ value_json.event_type }}",
        },
      ]),
  );
  return Object.fromEntries([...entities, ...triggers]);
}
