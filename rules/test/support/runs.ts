/** Returns how many random matches a property plays: `FLOWER_WAR_RUNS`, else `quick`, or `inCi` in CI. */
export function runs(quick: number, inCi = quick): { numRuns: number } {
  const usual = process.env["CI"] === undefined ? quick : inCi;
  return { numRuns: Number(process.env["FLOWER_WAR_RUNS"] ?? usual) };
}
