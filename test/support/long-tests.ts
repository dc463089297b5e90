/**
 * Test files that take about a minute or more, the longest first, but so that tests of faults, which mostly wait and must not be late,
 * run beside those of the rules, which keep one processor busy.
 */
export const LONG_TESTS = [
  "rules/test/games-flower-war.test.ts",
  "test/faults-clocks.test.ts",
  "test/faults-kills.test.ts",
  "rules/test/games-mexica.test.ts",
  "test/faults-back.test.ts",
  "server/test/cluster/cluster.test.ts",
  "test/page.test.ts",
  "test/temple-storms.test.ts",
  "test/attacks/attacks.test.ts",
  "test/page-matches.test.ts",
  "test/page-pictures.test.ts",
  "test/attacks/fuzz/fuzz.test.ts",
  "test/page-standards.test.ts",
  "server/test/bots/bot-crashes.test.ts",
  "test/page-motion.test.ts",
  "bench/test/bench.test.ts",
  "web/test/pseudo-locale.test.ts",
  "test/image.test.ts",
  "test/page-evening.test.ts",
  "test/page-tieqchieq.test.ts",
  "loadtest/test/scenarios.test.ts",
  "test/page-finish.test.ts",
];
