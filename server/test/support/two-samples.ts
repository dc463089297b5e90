/**
 * Returns the p value of the two-sample Kolmogorov-Smirnov test: how likely two samples of one distribution differ at least as
 * much as these. Asymptotic, with Stephens' correction (Press et al., Numerical Recipes, 3rd edition, section 14.3.3).
 */
export function compareSamples(one: readonly number[], other: readonly number[]): number {
  const n = Math.sqrt((one.length * other.length) / (one.length + other.length));
  const x = (n + 0.12 + 0.11 / n) * greatestDistance(one, other);
  // The series needs too many terms for an x this small; p is 1 to 9 digits.
  if (x < 0.3) return 1;
  const terms = Array.from(
    { length: 100 },
    (_, i) => (i % 2 === 0 ? 2 : -2) * Math.exp(-2 * ((i + 1) * x) ** 2),
  );
  return terms.reduce((sum, term) => sum + term, 0);
}

/** Returns the greatest distance between the empirical distribution functions of two samples, 0 to 1. */
function greatestDistance(one: readonly number[], other: readonly number[]): number {
  const share = (sample: readonly number[], most: number) =>
    sample.filter((value) => value <= most).length / sample.length;
  return Math.max(...[...one, ...other].map((value) => Math.abs(share(one, value) - share(other, value))));
}
