/** Makes the time of a process that imports it run five times as fast: `node --import`. */
const FASTER = 5;

const { setTimeout: timeout, setInterval: interval } = globalThis;
globalThis.setTimeout = ((call: () => void, ms = 0, ...args: []) =>
  timeout(call, ms / FASTER, ...args)) as typeof setTimeout;
globalThis.setInterval = ((call: () => void, ms = 0, ...args: []) =>
  interval(call, ms / FASTER, ...args)) as typeof setInterval;
const now = performance.now.bind(performance);
performance.now = () => now() * FASTER;
