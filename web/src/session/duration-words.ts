const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time to think in words, the two greatest units: `2 d 3 h`, `4:05 min`, `9 s`. Rounded up, so that 0 is over. */
export function durationWords(ms: number): string {
  const whole = Math.ceil(ms / SECOND) * SECOND;
  if (whole >= DAY) return `${Math.floor(whole / DAY)} d ${Math.floor((whole % DAY) / HOUR)} h`;
  if (whole >= HOUR) return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} min`;
  if (whole < MINUTE) return `${whole / SECOND} s`;
  const seconds = String((whole % MINUTE) / SECOND).padStart(2, "0");
  return `${Math.floor(whole / MINUTE)}:${seconds} min`;
}
