/** The kinds of parts, and what the pins of each do. The board's own pins are in `boards.ts`. */

export type PartKind =
  | "board"
  | "rails"
  | "emitter"
  | "receiver"
  | "button"
  | "led"
  | "npn"
  | "resistor"
  | "piezo"
  | "shifter"
  | "screen";

/**
 * What a pin does to its net.
 * - `in`: takes a supply; `out`: gives one; `ground`: the part's 0 V
 * - `sinks`: pulls its net to ground or releases it (open collector), at most to its part's supply
 * - `reads`: needs a level; `shifts`: both, with a pull-up to its own side's supply
 * - `passive`: none of these
 */
export type PinRole = "in" | "out" | "ground" | "sinks" | "reads" | "shifts" | "passive";

export interface Pin {
  readonly role: PinRole;
  /** V that an `in` pin takes: least and most. */
  readonly volts?: readonly [number, number];
  /** mA that an `in` pin takes at most, without what flows on to other parts. */
  readonly current?: number;
  /** The pin of the same part that supplies a `sinks` or `shifts` pin. */
  readonly supply?: string;
}

/** The pins of every kind of part but the board. */
export const PINS: Readonly<Record<Exclude<PartKind, "board">, Readonly<Record<string, Pin>>>> = {
  rails: { "5V": { role: "passive" }, "3V3": { role: "passive" }, GND: { role: "passive" } },
  emitter: { "+": { role: "in", volts: [3, 5.5], current: 20 }, "-": { role: "ground" } },
  receiver: {
    OUT: { role: "sinks", supply: "+" },
    "+": { role: "in", volts: [3, 5.5], current: 10 },
    "-": { role: "ground" },
  },
  button: { "1": { role: "passive" }, "2": { role: "passive" } },
  led: { "+": { role: "passive" }, "-": { role: "passive" } },
  npn: { B: { role: "reads" }, C: { role: "passive" }, E: { role: "passive" } },
  resistor: { "1": { role: "passive" }, "2": { role: "passive" } },
  piezo: { "1": { role: "passive" }, "2": { role: "passive" } },
  shifter: {
    LV: { role: "in", volts: [1.8, 3.6], current: 1 },
    LV1: { role: "shifts", supply: "LV" },
    LV2: { role: "shifts", supply: "LV" },
    GND: { role: "ground" },
    HV: { role: "in", volts: [3.3, 5.5], current: 1 },
    HV1: { role: "shifts", supply: "HV" },
    HV2: { role: "shifts", supply: "HV" },
  },
  screen: {
    SDA: { role: "shifts", supply: "VCC" },
    SCL: { role: "shifts", supply: "VCC" },
    VCC: { role: "in", volts: [4.5, 5.5], current: 200 },
    GND: { role: "ground" },
  },
};
