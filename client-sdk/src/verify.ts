/** Verifies the record of a finished match (docs/fair-dice.md). Pure: works in browsers and Node, without a connection. */
export {
  FLAWS,
  type Flaw,
  type Flawed,
  type Seen,
  type Verdict,
  type Verified,
  verifyRecord,
} from "@flower-war/rules";
