/*
 * Says which Node is needed to one that is too old: it could not even read the rest of the program, so this file has no syntax that is
 * younger than modules.
 */

/**
 * Ends this process with a sentence, and exit code 1, if its Node is older.
 * @param {readonly [major: number, minor: number]} least
 * @param {string} hint what else to say, a sentence
 */
export function requireNode([major, minor], hint) {
  const [ownMajor, ownMinor] = process.versions.node.split(".").map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  const least = minor === 0 ? String(major) : `${String(major)}.${String(minor)}`;
  process.stderr.write(`Flower War needs Node ${least} or later; this is ${process.version}. ${hint}\n`);
  process.exit(1);
}
