/** The default pins (BCM numbers). `npm run wiring` writes this file from devices/hardware/boards.ts. */
export const PINS = {
  beamH: 17,
  beamT: 27,
  confirm: 22,
  pair: 23,
  lampH: 5,
  lampT: 6,
  red: 13,
  buzzer: 18,
} as const;
