/** What every program of a clone begins with: it says which Node is needed to one that is too old. */
import { requireNode } from "./cli/bin/require-node.js";

requireNode(
  [24, 0],
  "`npm ci` brings it along, unless it is run with --ignore-scripts: run it again without.",
);
