import { X509Certificate } from "node:crypto";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Enrolled } from "@flower-war/protocol/operator";
import { type BrokerAddress, pinOf } from "@flower-war/protocol/sockets";
import qrcode from "qrcode";
import { EXIT, Failure, reasonOf } from "./failure.ts";

/* What a maker types into a temple, or scans with it (temple protocol P-1). */

/**
 * Returns the pin of the CA whose certificate is in a file.
 * @throws Failure if the file is not a certificate
 */
export function computePin(file: string): string {
  try {
    return pinOf(new X509Certificate(readFileSync(file)));
  } catch (error) {
    throw new Failure(EXIT.usage, `${file} is not a readable certificate: ${reasonOf(error)}.`);
  }
}

/** Renders a QR code for a terminal. */
export function renderCode(text: string): Promise<string> {
  return qrcode.toString(text, { type: "terminal", small: true, errorCorrectionLevel: "M" });
}

/**
 * Checks, before the temple is enrolled, that its code can be written to a file.
 * @throws Failure if it cannot
 */
export function checkCodeFile(file: string): void {
  try {
    if (file === "" || file.endsWith("/")) throw new Error("it is not the name of a file");
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw new Error("it is a folder");
    if (found === undefined && !statSync(dirname(file)).isDirectory())
      throw new Error("it is not in a folder");
    accessSync(found === undefined ? dirname(file) : file, constants.W_OK);
  } catch (error) {
    throw new Failure(EXIT.usage, `${file} cannot be written: ${reasonOf(error)}.`);
  }
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
    throw new Failure(EXIT.failed, `${file} cannot be written: ${reasonOf(error)}.`);
  }
}

/** An enrolment as the operator sees it. */
export interface Sheet extends Enrolled {
  readonly broker: BrokerAddress;
  /** The pin of the CA's key, as in the link. */
  readonly pin: string | null;
  readonly link: string;
  /** The link as a QR code. */
  readonly code: string;
}

/** Formats everything that the temple needs, for the operator. */
export function formatSheet({ templeId, secret, broker, pin, link, code }: Sheet): string {
  const lines = [
    ["user name, client id", templeId],
    ["password", secret],
    ["broker", `${broker.host}, port ${broker.port}${broker.tls ? " (TLS)" : ""}`],
    ...(pin === null ? [] : [[pin === "public" ? "CA" : "key of the CA", pin]]),
  ];
  return `Temple ${templeId} is enrolled. Its password is shown only now:

${lines.map(([what = "", value]) => `  ${what.padEnd(22)} ${value}\n`).join("")}
Join the temple's own Wi-Fi with your phone and scan this code, or enter its link into the temple's page:

${link}

${code}`;
}
