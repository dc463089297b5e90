/** Checking the record of a finished match (docs/fair-dice.md): pure, for browsers and Node, and without a connection. */
export {
  FLAWS,
  type Flaw,
  type Flawed,
  type Seen,
  type Verdict,
  type Verified,
  verifyRecord,
} from "@flower-war/rules";
