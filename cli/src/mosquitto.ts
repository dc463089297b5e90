import { pbkdf2Sync, randomBytes } from "node:crypto";
import { accessSync, chownSync, constants, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT, Failure, reasonOf } from "./failure.ts";

/* The files from which Mosquitto reads its users and their rights: `passwd` and `acl` (temple protocol A-2). */

/** Help text: what to do after these files have changed. */
export const RELOAD = `
Then make Mosquitto read its files again: pkill -HUP mosquitto, or docker compose kill -s HUP mosquitto.`;

/** The rounds of mosquitto_passwd 2.0. The secrets are random, so more would protect nothing. */
const HASH = { kind: 7, rounds: 101, salt: 12, bytes: 64, digest: "sha512" } as const;

/** The rights of every temple, as the protocol lists them. */
const TEMPLES = `pattern write templo/v1/%u/up/state
pattern write templo/v1/%u/up/bead
pattern write templo/v1/%u/up/act
pattern read templo/v1/%u/down/#
pattern read templo/v1/_bridge/+
`;

const formatRights = (bridgeId: string) => `user ${bridgeId}
topic read templo/v1/+/up/#
topic write templo/v1/+/down/#
topic write templo/v1/+/up/state
topic write templo/v1/_bridge/${bridgeId}
`;

/** Home Assistant's name at a broker. No temple or bridge can have it (T-1). */
const HOME_ID = "_home";

/** How Home Assistant finds temples at the broker (docs/operate.md). */
export interface HomeAccess {
  /** The prefix of its discovery topics. */
  readonly prefix: string;
  /** Its password; `null`: it has one already, or does not connect here. */
  readonly password: string | null;
}

const formatBridgeHomeRights = (bridgeId: string, prefix: string) => `user ${bridgeId}
topic write ${prefix}/device/+/config
topic read ${prefix}/device/+/config
topic write templo/v1/_home/+/state
topic write templo/v1/_home/+/bead
topic write templo/v1/_home/+/match
topic read templo/v1/_home/+/identify
`;

const formatHomeRights = (prefix: string) => `user ${HOME_ID}
topic readwrite ${prefix}/#
topic read templo/v1/_home/+/state
topic read templo/v1/_home/+/bead
topic read templo/v1/_home/+/match
topic write templo/v1/_home/+/identify
`;

/**
 * Checks that a temple of this name can be added or removed.
 * @throws Failure if the folder is not writable, or a bridge has the name
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

/** Adds a temple with this secret, or replaces its secret. */
export function addTemple(folder: string, templeId: string, secret: string): void {
  checkTemple(folder, templeId);
  storeRights(folder, "");
  storePassword(folder, templeId, secret);
}

/** Removes a temple. The rights in `acl` stay: they are those of all temples. */
export function removeTemple(folder: string, templeId: string): void {
  checkTemple(folder, templeId);
  const passwords = read(folder, "passwd");
  const others = removeUser(passwords, templeId);
  if (others !== passwords) write(folder, "passwd", others);
}

/**
 * Adds a bridge with this password and its rights, or replaces its password.
 * @param home if the bridge shows temples in Home Assistant: the rights of both for that are added, and Home Assistant's password
 */
export function addBridge(
  folder: string,
  bridgeId: string,
  password: string,
  home: HomeAccess | null = null,
): void {
  const acl = read(folder, "acl");
  const forHome = home ? [formatBridgeHomeRights(bridgeId, home.prefix), formatHomeRights(home.prefix)] : [];
  const rights = [
    ...(hasRights(acl, bridgeId) ? [] : [formatRights(bridgeId)]),
    ...forHome.filter((each) => !acl.includes(each)),
  ];
  storeRights(folder, rights.join(""));
  storePassword(folder, bridgeId, password);
  if (home?.password) storePassword(folder, HOME_ID, home.password);
}

/** Hashes a password in Mosquitto's format: `$7$<rounds>$<salt>$<hash>`, both in base64. */
function hashPassword(password: string): string {
  const salt = randomBytes(HASH.salt);
  const hash = pbkdf2Sync(password, salt, HASH.rounds, HASH.bytes, HASH.digest);
  return `$${HASH.kind}$${HASH.rounds}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

function hasRights(acl: string, bridgeId: string): boolean {
  return acl.split("\n").includes(`user ${bridgeId}`);
}

function storePassword(folder: string, user: string, password: string): void {
  write(folder, "passwd", `${removeUser(read(folder, "passwd"), user)}${user}:${hashPassword(password)}\n`);
}

/** Returns the lines of all other users. */
function removeUser(passwords: string, user: string): string {
  const others = passwords.split("\n").filter((line) => line !== "" && !line.startsWith(`${user}:`));
  return others.map((line) => `${line}\n`).join("");
}

/** Writes the rights of temples, unless they are there, and appends `more`. */
function storeRights(folder: string, more: string): void {
  const acl = read(folder, "acl");
  const ended = acl === "" || acl.endsWith("\n") ? acl : `${acl}\n`;
  const complete = ended.includes(TEMPLES) ? ended : TEMPLES + ended;
  if (complete + more !== acl) write(folder, "acl", complete + more);
}

/** Reads a file; an empty text if it does not exist. */
function read(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw new Failure(EXIT.usage, `${join(folder, name)} cannot be read: ${reasonOf(error)}.`);
  }
}

/** Replaces a file atomically. Only its owner and group may read it: those of the folder, if this runs as root. */
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
