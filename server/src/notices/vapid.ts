import { createECDH, hkdfSync } from "node:crypto";

/** The keys by which push services know a server (RFC 8292): base64url, of the curve P-256. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The order of the curve, which private keys are below (SEC 2, section 2.4.2). */
const ORDER = Buffer.from("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", "hex");

/**
 * Derives the keys from `AUTH_SECRET`: all servers of an installation have the same ones, and nothing else has to be kept secret.
 * Browsers subscribe for one public key, so with another secret they have to subscribe again.
 * @param attempt of one in 2^32 secrets the first number is no key
 */
export function vapidKeys(authSecret: string, attempt = 0): VapidKeys {
  const derived = hkdfSync("sha256", authSecret, "", `flower-war web push ${attempt}`, ORDER.length);
  const privateKey = Buffer.from(derived);
  if (privateKey.compare(ORDER) >= 0) return vapidKeys(authSecret, attempt + 1);
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(privateKey);
  return {
    publicKey: ecdh.getPublicKey("base64url"),
    privateKey: privateKey.toString("base64url"),
  };
}
