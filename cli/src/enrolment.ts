import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { Enrolled } from "@flower-war/client-sdk/protocol";
import qrcode from "qrcode";
import { EXIT, Failure } from "./failure.ts";

/* What a maker types into a temple, or scans (temple protocol P-1). */

/** Where temples find the broker. */
export interface BrokerPlace {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** Ports of MQTT, plain and in TLS. */
const PORTS = { plain: 1883, tls: 8883 } as const;

/**
 * Where the broker is.
 * @param broker its address, if the operator gave it
 * @param server the server's address: without a broker's, it is on the same host
 */
export function placeOf(broker: string | undefined, server: string): BrokerPlace {
  const url = new URL(broker ?? server);
  const tls = url.protocol === "mqtts:";
  const usual = tls ? PORTS.tls : PORTS.plain;
  return {
    host: url.hostname,
    port: broker === undefined || url.port === "" ? usual : Number(url.port),
    tls,
  };
}

/** SHA-256 of a CA's public key, 64 hex digits: stays the same when its certificate is renewed. */
export function pinOf(file: string): string {
  try {
    const { publicKey } = new X509Certificate(readFileSync(file));
    return createHash("sha256")
      .update(publicKey.export({ type: "spki", format: "der" }))
      .digest("hex");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(EXIT.usage, `${file} is no certificate that can be read: ${reason}.`);
  }
}

/** The text of the QR code: `templo://<host>:<port>/<templeId>?s=<secret>&pin=<sha256 of the CA's key>`. */
export function enrolmentText(
  { templeId, secret }: Enrolled,
  place: BrokerPlace,
  pin: string | null,
): string {
  const query = new URLSearchParams({ s: secret, ...(pin !== null && { pin }) });
  return `templo://${place.host}:${place.port}/${templeId}?${query.toString()}`;
}

/** A QR code as a terminal shows it. */
export function drawCode(text: string): Promise<string> {
  return qrcode.toString(text, { type: "terminal", small: true, errorCorrectionLevel: "M" });
}

/**
 * Writes a QR code as a PNG, readable by its owner alone: it holds the secret.
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

/** What the temple's firmware is to be told. */
export function sheet(
  { templeId, secret }: Enrolled,
  { host, port, tls }: BrokerPlace,
  code: string,
): string {
  return `Temple ${templeId} is enrolled. Its password is told this once:

  user name, client id   ${templeId}
  password               ${secret}
  broker                 ${host}, port ${port}${tls ? " (TLS)" : ", unless the bridge says otherwise"}

${code}`;
}
