/** A time of day as a part of the day, 0 to 1. */
export function partOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours + minutes / 60) / 24;
}
