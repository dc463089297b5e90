import { type Circuit, isFunction, netOf, pinsOf, splitPin, USES } from "./circuit.ts";
import type { Net, Part } from "./netlist.ts";
import type { Pin } from "./part-kinds.ts";

/** V that a 3.3 V board tolerates at a pin. */
const MOST_AT_BOARD = 3.4;
/** V of the boards' logic. */
const LOGIC = 3.3;
/** V between base and emitter of a transistor that conducts, and at most of one that does not. */
const BASE_ON = 0.7;
const BASE_OFF = 0.6;
/** V that is left at a transistor that is switched on. */
const SATURATED = 0.1;
/** Collector current over base current up to which a transistor is surely switched on. */
const MOST_GAIN = 20;
/** mA that make a 5 mm LED bright and do not harm it. */
const LED_CURRENT = { least: 5, most: 20 };

/** The currents of a lamp, in mA. */
export interface LampCurrents {
  readonly lamp: string;
  readonly led: number;
  /** The current that the board's pin gives. */
  readonly pin: number;
  /** V at the base while the board starts and its pin may be pulled up. */
  readonly baseAtReset: number;
}

/** Returns what is wrong with a circuit, one sentence each; none: it can be built. */
export function findFaults(circuit: Circuit): string[] {
  return [
    ...findLooseEnds(circuit),
    ...findConflicts(circuit),
    ...findWrongVoltages(circuit),
    ...findFloatingInputs(circuit),
    ...findWrongPins(circuit),
    ...findWrongCurrents(circuit),
  ];
}

/** Every pin is in exactly one net, and every net names pins that exist and joins two at least. */
function findLooseEnds(circuit: Circuit): string[] {
  const { parts, nets, board } = circuit;
  const all = parts.flatMap((part) => Object.keys(pinsOf(part, board)).map((pin) => `${part.id}.${pin}`));
  const used = nets.flatMap(({ pins }) => pins);
  return [
    ...used.filter((pin) => !all.includes(pin)).map((pin) => `${pin} does not exist.`),
    ...all.filter((pin) => !used.includes(pin)).map((pin) => `${pin} is not connected.`),
    ...new Set(
      used.filter((pin, index) => used.indexOf(pin) !== index).map((pin) => `${pin} is in two nets.`),
    ),
    ...nets.filter(({ pins }) => pins.length < 2).map(({ name }) => `Net ${name} has one pin.`),
  ];
}

/** At most one pin drives a net. */
function findConflicts(circuit: Circuit): string[] {
  return circuit.nets.flatMap((net) => {
    const outputs = net.pins.filter((pin) => pinAt(circuit, pin)?.role === "out");
    return outputs.length > 1 ? [`Net ${net.name} has several outputs: ${outputs.join(", ")}.`] : [];
  });
}

/** Supplies are within their limits, all grounds are one net, and no pin of the board sees more than it tolerates. */
function findWrongVoltages(circuit: Circuit): string[] {
  return circuit.nets.flatMap((net) =>
    net.pins.flatMap((name) => {
      const pin = pinAt(circuit, name);
      if (pin?.role === "ground" && net.volts !== 0) return [`${name} is not at ground.`];
      if (pin?.role === "in") {
        const [least, most] = pin.volts ?? [0, 0];
        const volts = net.volts ?? 0;
        return volts < least || volts > most ? [`${name} needs ${least}-${most} V and gets ${volts} V.`] : [];
      }
      const { part, pin: own } = splitPin(name);
      if (part !== "A1" || !isFunction(own)) return [];
      const volts = Math.max(...net.pins.map((other) => highestVoltage(circuit, other)), net.volts ?? 0);
      return volts > MOST_AT_BOARD ? [`${name} sees ${volts} V.`] : [];
    }),
  );
}

/** The highest voltage that a pin can put on its net: its part may pull up inside. */
function highestVoltage(circuit: Circuit, name: string): number {
  const { part } = splitPin(name);
  const supply = pinAt(circuit, name)?.supply;
  return supply === undefined ? 0 : (netOf(circuit, `${part}.${supply}`)?.volts ?? 0);
}

/** What reads a net gets a level from it even if nothing drives it: from the board's pull-up, a resistor or a shifter. */
function findFloatingInputs(circuit: Circuit): string[] {
  return circuit.nets.flatMap((net) => {
    const readers = net.pins.filter((pin) => ["reads", "shifts"].includes(pinAt(circuit, pin)?.role ?? ""));
    if (readers.length === 0 || net.volts !== undefined) return [];
    const hasLevel = net.pins.some((pin) => {
      const { part, pin: own } = splitPin(pin);
      if (part === "A1") return isFunction(own) && USES[own] === "input";
      const kind = partAt(circuit, pin)?.kind;
      return kind === "shifter" || (kind === "resistor" && farNet(circuit, pin)?.volts !== undefined);
    });
    return hasLevel ? [] : [`Nothing gives ${readers.join(" and ")} a level.`];
  });
}

/** Each function is at a GPIO of its own that can do it and that the board does not need itself. */
function findWrongPins({ board }: Circuit): string[] {
  const { gpio } = board;
  const pins = Object.entries(board.pins);
  return pins.flatMap(([name, number]) => {
    const use = isFunction(name) ? USES[name] : "output";
    const at = `${name} at GPIO ${number}`;
    const level = gpio.strapping[number];
    return [
      ...(number < 0 || number >= gpio.count ? [`${at}: there is no such pin.`] : []),
      ...(pins.some(([other, its]) => other !== name && its === number) ? [`${at}: used twice.`] : []),
      ...(gpio.reserved.includes(number) ? [`${at}: the board needs it itself.`] : []),
      // These have no pull-up either, which beams and buttons need.
      ...(gpio.inputOnly.includes(number) ? [`${at}: input only, without pull-up.`] : []),
      ...(level === null ? [`${at}: read at reset.`] : []),
      // The level shifter pulls both lines of the bus up.
      ...(level === "high" && use !== "bus" ? [`${at}: must be high at reset.`] : []),
    ];
  });
}

function findWrongCurrents(circuit: Circuit): string[] {
  const { board } = circuit;
  const lamps = lampCurrents(circuit);
  const buzzer = buzzerCurrent(circuit);
  const { from5V, from3V3 } = supplyCurrents(circuit);
  const leds = circuit.parts.filter(({ kind }) => kind === "led");
  return [
    ...leds
      .filter(({ id }) => !lamps.some(({ lamp }) => lamp === id))
      .map(({ id }) => `${id} has no transistor, series resistor and base resistors.`),
    ...lamps.flatMap(({ lamp, led, pin, baseAtReset }) => [
      ...(led < LED_CURRENT.least || led > LED_CURRENT.most ? [`${lamp} gets ${led.toFixed(1)} mA.`] : []),
      ...(led > pin * MOST_GAIN ? [`The transistor of ${lamp} gets too little at its base.`] : []),
      ...(pin > board.gpio.current ? [`The pin of ${lamp} gives ${pin.toFixed(1)} mA.`] : []),
      ...(baseAtReset > BASE_OFF ? [`${lamp} is lit while the board starts.`] : []),
    ]),
    ...(buzzer > board.gpio.current ? [`The buzzer takes up to ${buzzer.toFixed(1)} mA.`] : []),
    ...(from5V > board.supply.current ? [`The supply gives too little: ${from5V} mA are needed.`] : []),
    ...(from3V3 > board.spare3V3 ? [`The board's 3.3 V give too little: ${from3V3} mA are needed.`] : []),
  ];
}

/**
 * Returns the currents of every lamp that is switched by a transistor: from 5 V through series resistor, LED and
 * collector to ground; from the board through the base resistor, with a resistor from base to ground.
 */
export function lampCurrents(circuit: Circuit): LampCurrents[] {
  return circuit.parts.flatMap((led) => {
    if (led.kind !== "led") return [];
    const npn = neighbour(circuit, `${led.id}.-`, "npn");
    const series = neighbour(circuit, `${led.id}.+`, "resistor");
    if (npn === undefined || series === undefined) return [];
    const atBase = netOf(circuit, `${npn.id}.B`)?.pins.filter(
      (pin) => partAt(circuit, pin)?.kind === "resistor",
    );
    const pull = atBase?.find((pin) => farNet(circuit, pin)?.volts === 0);
    const base = atBase?.find((pin) => farNet(circuit, pin)?.pins.some((far) => isOutput(far)));
    const volts = netOf(circuit, `${series.id}.1`)?.volts;
    if (pull === undefined || base === undefined || volts === undefined) return [];
    if (netOf(circuit, `${npn.id}.E`)?.volts !== 0) return [];
    const pullOhms = partAt(circuit, pull)?.ohms ?? 0;
    const baseOhms = partAt(circuit, base)?.ohms ?? 0;
    const output = farNet(circuit, base)?.pins.find(isOutput) ?? "";
    const { pin } = splitPin(output);
    const number = isFunction(pin) ? circuit.board.pins[pin] : undefined;
    const isPulledUp = number !== undefined && circuit.board.gpio.pulledUpAtReset.includes(number);
    return [
      {
        lamp: led.id,
        led: ((volts - (led.forward ?? 0) - SATURATED) / (series.ohms ?? 0)) * 1000,
        pin: ((LOGIC - BASE_ON) / baseOhms) * 1000,
        baseAtReset: isPulledUp ? (LOGIC * pullOhms) / (pullOhms + baseOhms + circuit.board.gpio.pullUp) : 0,
      },
    ];
  });
}

/** Returns the mA that the buzzer can take from its pin: a piezo is a capacitor, so an edge is a short circuit. */
export function buzzerCurrent(circuit: Circuit): number {
  const piezo = circuit.parts.find(({ kind }) => kind === "piezo");
  const series = piezo && neighbour(circuit, `${piezo.id}.1`, "resistor");
  return series?.ohms === undefined ? Number.POSITIVE_INFINITY : (LOGIC / series.ohms) * 1000;
}

/** Returns the mA that are needed at most: from the 5 V supply altogether, and from the board's 3.3 V pin. */
export function supplyCurrents(circuit: Circuit): { readonly from5V: number; readonly from3V3: number } {
  const takenAt = (volts: number) =>
    circuit.nets
      .filter((net) => net.volts === volts)
      .flatMap(({ pins }) => pins.map((pin) => pinAt(circuit, pin)?.current ?? 0))
      .reduce((sum, current) => sum + current, 0);
  const lamps = lampCurrents(circuit);
  const fromPins = lamps.reduce((sum, { pin }) => sum + pin, buzzerCurrent(circuit));
  const from3V3 = takenAt(LOGIC);
  const fromLamps = lamps.reduce((sum, { led }) => sum + led, 0);
  return {
    from5V: Math.ceil(circuit.board.current + takenAt(5) + from3V3 + fromPins + fromLamps),
    from3V3: Math.ceil(from3V3),
  };
}

function partAt({ parts }: Circuit, pin: string): Part | undefined {
  return parts.find(({ id }) => id === splitPin(pin).part);
}

function pinAt(circuit: Circuit, name: string): Pin | undefined {
  const part = partAt(circuit, name);
  return part && pinsOf(part, circuit.board)[splitPin(name).pin];
}

function isOutput(name: string): boolean {
  const { part, pin } = splitPin(name);
  return part === "A1" && isFunction(pin) && USES[pin] === "output";
}

/** The net at the other leg of a resistor. */
function farNet(circuit: Circuit, pin: string): Net | undefined {
  const { part, pin: leg } = splitPin(pin);
  return netOf(circuit, `${part}.${leg === "1" ? "2" : "1"}`);
}

/** The part of a kind that shares a net with a pin. */
function neighbour(circuit: Circuit, pin: string, kind: Part["kind"]): Part | undefined {
  const net = netOf(circuit, pin);
  return circuit.parts.find(
    (part) => part.kind === kind && net?.pins.some((other) => splitPin(other).part === part.id),
  );
}
