/** The boards that a temple can have, and the pins that it uses of each. */

export const BOARD_NAMES = ["esp32", "esp32c3", "esp32s3", "raspberry-pi"] as const;
export type BoardName = (typeof BOARD_NAMES)[number];

/** What a pin of the board is for. The code of the temples uses these names. */
export const FUNCTIONS = [
  "beamH",
  "beamT",
  "confirm",
  "pair",
  "lampH",
  "lampT",
  "red",
  "buzzer",
  "sda",
  "scl",
] as const;
export type Function = (typeof FUNCTIONS)[number];

export interface Board {
  readonly name: string;
  readonly buy: string;
  readonly note: string;
  /** GPIO numbers (BCM on the Raspberry Pi). */
  readonly pins: Readonly<Partial<Record<Function, number>>>;
  /** What is printed beside a pin, if it is not the GPIO's number. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly gpio: {
    readonly count: number;
    /** Taken by flash, USB, the serial line or the board's own parts. */
    readonly reserved: readonly number[];
    readonly inputOnly: readonly number[];
    /** Read at reset to choose how to start: the level that each must have then. `null`: leave it alone. */
    readonly strapping: Readonly<Record<number, "high" | null>>;
    /** Pulled up while the board starts. */
    readonly pulledUpAtReset: readonly number[];
    /** mA of one pin at most. */
    readonly current: number;
    /** Ω of the pull-ups inside at least. */
    readonly pullUp: number;
  };
  /** mA that the board takes itself, at most. */
  readonly current: number;
  /** mA that its 3.3 V pin can give besides, at most. */
  readonly spare3V3: number;
  /** What to buy as a supply, and its mA. */
  readonly supply: { readonly buy: string; readonly current: number };
}

const USB_SUPPLY = { buy: "USB supply 5 V, 2 A, with its cable", current: 2000 };

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Sources: the chips' datasheets (pins, strapping, drive), the boards' manuals (what is on them). */
export const BOARDS: Readonly<Record<BoardName, Board>> = {
  esp32: {
    name: "ESP32",
    buy: "ESP32-DevKitC or another ESP32-WROOM-32 board with 30 or 38 pins",
    note: "PlatformIO's `esp32dev`",
    pins: {
      beamH: 32,
      beamT: 33,
      confirm: 18,
      pair: 19,
      lampH: 25,
      lampT: 26,
      red: 27,
      buzzer: 14,
      sda: 21,
      scl: 22,
    },
    gpio: {
      count: 40,
      reserved: [1, 3, ...range(6, 11), 20, 24, ...range(28, 31)],
      inputOnly: range(34, 39),
      strapping: { 0: null, 2: null, 5: null, 12: null, 15: null },
      pulledUpAtReset: [0, 5, 14, 15],
      current: 20,
      pullUp: 30_000,
    },
    current: 300,
    spare3V3: 200,
    supply: USB_SUPPLY,
  },
  esp32c3: {
    name: "ESP32-C3",
    buy: "ESP32-C3-DevKitM-1",
    note: "GPIO 2 and 8 must be high at reset: the level shifter's pull-ups hold them",
    pins: { beamH: 0, beamT: 1, confirm: 10, pair: 7, lampH: 3, lampT: 4, red: 5, buzzer: 6, sda: 8, scl: 2 },
    gpio: {
      count: 22,
      reserved: [...range(11, 17), 18, 19, 20, 21],
      inputOnly: [],
      strapping: { 2: "high", 8: "high", 9: null },
      pulledUpAtReset: [9],
      current: 20,
      pullUp: 30_000,
    },
    current: 350,
    spare3V3: 150,
    supply: USB_SUPPLY,
  },
  esp32s3: {
    name: "ESP32-S3",
    buy: "ESP32-S3-DevKitC-1",
    note: "all signals on one side of the board",
    pins: {
      beamH: 4,
      beamT: 5,
      confirm: 17,
      pair: 18,
      lampH: 6,
      lampT: 7,
      red: 15,
      buzzer: 16,
      sda: 8,
      scl: 9,
    },
    gpio: {
      count: 49,
      reserved: [19, 20, 22, 23, 24, 25, ...range(26, 38), 43, 44, 48],
      inputOnly: [],
      strapping: { 0: null, 3: null, 45: null, 46: null },
      pulledUpAtReset: [0],
      current: 20,
      pullUp: 30_000,
    },
    current: 360,
    spare3V3: 140,
    supply: USB_SUPPLY,
  },
  "raspberry-pi": {
    name: "Raspberry Pi",
    buy: "Raspberry Pi 4 or 5, with a microSD card",
    note: "its texts go to `journalctl`: it has no screen",
    pins: { beamH: 17, beamT: 27, confirm: 22, pair: 23, lampH: 5, lampT: 6, red: 13, buzzer: 18 },
    labels: {
      "5V": "5V, pin 2",
      "3V3": "3V3, pin 1",
      GND: "GND, pin 6",
      beamH: "17, pin 11",
      beamT: "27, pin 13",
      confirm: "22, pin 15",
      pair: "23, pin 16",
      lampH: "5, pin 29",
      lampT: "6, pin 31",
      red: "13, pin 33",
      buzzer: "18, pin 12",
    },
    gpio: {
      count: 28,
      reserved: [0, 1, 14, 15],
      inputOnly: [],
      strapping: {},
      pulledUpAtReset: range(0, 8),
      current: 16,
      pullUp: 50_000,
    },
    current: 2500,
    spare3V3: 100,
    supply: { buy: "the Pi's own USB-C supply (Pi 4: 5 V, 3 A; Pi 5: 5 V, 5 A)", current: 3000 },
  },
};
