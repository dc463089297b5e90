/** Returns the value below which a share of the values lies; 0 if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns the mean; 0 if there are no values. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the median; 0 if there are no values. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
