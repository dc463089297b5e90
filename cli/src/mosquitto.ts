import { pbkdf2Sync, randomBytes } from "node:crypto";
import { accessSync, chownSync, constants, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT, Failure } from "./failure.ts";

/* The folder that Mosquitto reads its users and their rights from (temple protocol A-2): `passwd` and `acl`. */

/** As mosquitto_passwd of 2.0 makes them; secrets here are random, so that more rounds would protect nothing. */
const HASH = { kind: 7, rounds: 101, salt: 12, bytes: 64, digest: "sha512" } as const;

/** What every temple may do, as the protocol prints it. */
const TEMPLES = `pattern write templo/v1/%u/up/state
pattern write templo/v1/%u/up/bead
pattern write templo/v1/%u/up/act
pattern read templo/v1/%u/down/#
pattern read templo/v1/_bridge/+
`;

const rightsOf = (bridgeId: string) => `user ${bridgeId}
topic read templo/v1/+/up/#
topic write templo/v1/+/down/#
topic write templo/v1/+/up/state
topic write templo/v1/_bridge/${bridgeId}
`;

/**
 * Looks whether a temple of this name can be let in, or out.
 * @throws Failure if the folder cannot be written to, or a bridge has the name
 */
export function checkTemple(folder: string, templeId: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Failure(EXIT.usage, `The folder ${folder} cannot be written to: ${reasonOf(error)}.`);
  }
  if (hasRights(read(folder, "acl"), templeId)) {
    throw new Failure(EXIT.usage, `A bridge is called ${templeId}: a temple needs a name of its own.`);
  }
}

/** Lets a temple in with this secret; one that had another has it no more. */
export function admitTemple(folder: string, templeId: string, secret: string): void {
  checkTemple(folder, templeId);
  keepRights(folder, "");
  keepPassword(folder, templeId, secret);
}

/** Lets a temple in no more. The rights in `acl` are those of all temples, and stay. */
export function expelTemple(folder: string, templeId: string): void {
  checkTemple(folder, templeId);
  const passwords = read(folder, "passwd");
  const others = withoutUser(passwords, templeId);
  if (others !== passwords) write(folder, "passwd", others);
}

/** Lets a bridge in with this password, and gives it its rights. */
export function admitBridge(folder: string, bridgeId: string, password: string): void {
  keepRights(folder, hasRights(read(folder, "acl"), bridgeId) ? "" : rightsOf(bridgeId));
  keepPassword(folder, bridgeId, password);
}

/** A password as Mosquitto keeps it: `$7$<rounds>$<salt>$<hash>`, both in base64. */
export function hashPassword(password: string): string {
  const salt = randomBytes(HASH.salt);
  const hash = pbkdf2Sync(password, salt, HASH.rounds, HASH.bytes, HASH.digest);
  return `$${HASH.kind}$${HASH.rounds}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

function hasRights(acl: string, bridgeId: string): boolean {
  return acl.split("\n").includes(`user ${bridgeId}`);
}

function keepPassword(folder: string, user: string, password: string): void {
  write(folder, "passwd", `${withoutUser(read(folder, "passwd"), user)}${user}:${hashPassword(password)}\n`);
}

/** The lines of all others, each ended. */
function withoutUser(passwords: string, user: string): string {
  const others = passwords.split("\n").filter((line) => line !== "" && !line.startsWith(`${user}:`));
  return others.map((line) => `${line}\n`).join("");
}

/** Adds rights, after those of the temples. */
function keepRights(folder: string, more: string): void {
  const acl = read(folder, "acl");
  const kept = acl.includes(TEMPLES) ? acl : TEMPLES + acl;
  if (kept + more !== acl) write(folder, "acl", kept + more);
}

/** Empty if there is no such file. */
function read(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw new Failure(EXIT.usage, `${join(folder, name)} cannot be read: ${reasonOf(error)}.`);
  }
}

/** Writes a file in one step, readable by its owner and group: those of the folder, where we may give it to them. */
function write(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  try {
    writeFileSync(`${file}.new`, text, { mode: 0o640 });
    const { uid, gid } = statSync(folder);
    if (process.getuid?.() === 0) chownSync(`${file}.new`, uid, gid);
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw new Failure(EXIT.failed, `${file} cannot be written: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
