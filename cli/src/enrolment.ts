import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { Enrolled } from "@flower-war/protocol";
import qrcode from "qrcode";
import { EXIT, Failure } from "./failure.ts";

/* What a maker types into a temple, or scans with it (temple protocol P-1). */

/** How temples reach the broker. */
export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** Default ports of MQTT, without and with TLS. */
const PORTS = { plain: 1883, tls: 8883 } as const;

/**
 * Returns how temples reach the broker.
 * @param broker its URL, if the operator named it; otherwise it is on the host of the operator's listener
 * @param operator the URL of the operator's listener
 */
export function findBroker(broker: string | undefined, operator: string): BrokerAddress {
  const url = new URL(broker ?? operator);
  const tls = url.protocol === "mqtts:";
  const defaultPort = tls ? PORTS.tls : PORTS.plain;
  return {
    host: url.hostname,
    port: broker === undefined || url.port === "" ? defaultPort : Number(url.port),
    tls,
  };
}

/**
 * Returns the SHA-256 of a CA's public key as 64 hex digits. It stays the same when the certificate is renewed.
 * @throws Failure if the file is not a certificate
 */
export function computePin(file: string): string {
  try {
    const { publicKey } = new X509Certificate(readFileSync(file));
    return createHash("sha256")
      .update(publicKey.export({ type: "spki", format: "der" }))
      .digest("hex");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(EXIT.usage, `${file} is not a readable certificate: ${reason}.`);
  }
}

/** Formats the text of the QR code: `templo://<host>:<port>/<templeId>?s=<secret>&pin=<sha256 of the CA's key>`. */
export function formatEnrolment(
  { templeId, secret }: Enrolled,
  broker: BrokerAddress,
  pin: string | null,
): string {
  const query = new URLSearchParams({ s: secret, ...(pin !== null && { pin }) });
  return `templo://${broker.host}:${broker.port}/${templeId}?${query.toString()}`;
}

/** Renders a QR code for a terminal. */
export function renderCode(text: string): Promise<string> {
  return qrcode.toString(text, { type: "terminal", small: true, errorCorrectionLevel: "M" });
}

/**
 * Writes a QR code as a PNG, readable by its owner alone because it contains the secret.
 * @throws Failure
 */
export async function writeCode(file: string, text: string): Promise<void> {
  const png = await qrcode.toBuffer(text, { type: "png", scale: 8, errorCorrectionLevel: "M" });
  try {
    await writeFile(file, png, { mode: 0o600 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(EXIT.failed, `${file} cannot be written: ${reason}.`);
  }
}

/** Formats everything that the temple needs, for the operator. */
export function formatSheet(
  { templeId, secret }: Enrolled,
  { host, port, tls }: BrokerAddress,
  code: string,
): string {
  return `Temple ${templeId} is enrolled. Its password is shown only now:

  user name, client id   ${templeId}
  password               ${secret}
  broker                 ${host}, port ${port}${tls ? " (TLS)" : ", unless the bridge says otherwise"}

${code}`;
}
