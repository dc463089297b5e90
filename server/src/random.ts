import { SHORT_CODE } from "@flower-war/protocol";
import { type Random, randomHex } from "@flower-war/protocol/ports";
import { customRandom, urlAlphabet } from "nanoid";

export { type Random, randomBelow, systemRandom } from "@flower-war/protocol/ports";

const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns an id that is never drawn twice: 21 characters of `A-Z a-z 0-9 _ -`, 126 random bits. */
export function newId(random: Random): string {
  return draw(random, urlAlphabet, 21);
}

/** Returns a player id: 12 letters and digits, 71 random bits. */
export function newPlayerId(random: Random): string {
  return draw(random, ALPHANUMERIC, 12);
}

/** Returns a recovery code of an account: four groups of four letters and digits, 79 random bits. */
export function newRecoveryCode(random: Random): string {
  return Array.from({ length: 4 }, () => draw(random, SHORT_CODE.alphabet, 4)).join("-");
}

/** Returns a match id: 12 letters and digits, 71 random bits. */
export function newMatchId(random: Random): string {
  return draw(random, ALPHANUMERIC, 12);
}

/** Returns a short code for a match or a temple; whoever uses it checks that it is not in use. */
export function newShortCode(random: Random): string {
  return draw(random, SHORT_CODE.alphabet, SHORT_CODE.length);
}

/** Returns the secret that a match's dice begin with: 64 lower-case hex digits. */
export function newMatchSecret(random: Random): string {
  return randomHex(random, 32);
}

/** Returns the secret of an invitation: 128 random bits as 22 characters of `A-Z a-z 0-9 _ -`. */
export function newInvitation(random: Random): string {
  return Buffer.from(random.bytes(16)).toString("base64url");
}

/** Returns a secret of 256 random bits as 43 characters that pass a URL, a header and an MQTT password unchanged. */
export function newSecret(random: Random): string {
  return Buffer.from(random.bytes(32)).toString("base64url");
}

function draw(random: Random, alphabet: string, length: number): string {
  return customRandom(alphabet, length, (count) => random.bytes(count))();
}
