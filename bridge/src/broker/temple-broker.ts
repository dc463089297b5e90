import { X509Certificate } from "node:crypto";
import { createSocket } from "node:dgram";
import type { networkInterfaces } from "node:os";
import { getCACertificates } from "node:tls";
import type { TempleBroker } from "@flower-war/protocol/operator";
import { findHomeAddress, isLoopback, pinOf } from "@flower-war/protocol/sockets";
import type { BrokerConfig } from "../config.ts";

/** The ports on which the embedded broker listens. */
export interface BrokerPorts {
  readonly port: number;
  /** `null`: it does not listen in TLS. */
  readonly tlsPort: number | null;
}

/** This machine's addresses. */
export interface Machine {
  readonly interfaces: ReturnType<typeof networkInterfaces>;
  /** The address from which it reaches the internet; `null`: it does not. */
  readonly defaultAddress: string | null;
}

/** An address of the documentation's network (RFC 5737), which no machine has. */
const ELSEWHERE = "192.0.2.1";

/**
 * Returns how temples reach the broker: as `TEMPLE_BROKER_URL` says, else at the embedded broker, by a name of its certificate if it
 * listens in TLS, else at this machine's address in the local network. `null`: unknown, or no other machine reaches it.
 * @param ports of the embedded broker; `null`: the broker is another one
 * @param publicCas those that temples trust by `pin=public`, in PEM format: not those that this machine trusts besides, of its own network
 */
export function describeTempleBroker(
  templeUrl: string | null,
  broker: BrokerConfig,
  ports: BrokerPorts | null,
  machine: Machine,
  publicCas: readonly string[] = getCACertificates("bundled"),
): TempleBroker | null {
  const tls = "url" in broker ? null : broker.tls;
  const pin = tls === null ? null : computePin(tls.cert, publicCas);
  if (templeUrl !== null) return { url: templeUrl, pin: templeUrl.startsWith("mqtts:") ? pin : null };
  if ("url" in broker || ports === null) return null;
  const name = tls === null || isLoopback(tls.host) ? null : findName(tls.cert);
  if (name !== null) return { url: `mqtts://${name}:${ports.tlsPort}`, pin };
  const host = findHost(broker.host, machine);
  return host === null ? null : { url: `mqtt://${host}:${ports.port}`, pin: null };
}

/** Finds the address that this machine's packets to other networks have. It sends none. */
export async function findDefaultAddress(): Promise<string | null> {
  const socket = createSocket("udp4");
  const { promise, resolve } = Promise.withResolvers<string | null>();
  socket.once("error", () => resolve(null));
  socket.connect(1, ELSEWHERE, () => resolve(socket.address().address));
  const address = await promise;
  socket.close();
  return address;
}

/**
 * Returns the pin of a chain's CA. It is the last certificate of the chain, which a server
 * with a pinned CA sends too. `public`: a public CA signed the last one; `null`: the last one is no CA's.
 */
function computePin(chain: string, publicCas: readonly string[]): string | null {
  const [ca] = chain
    .split(/(?=-----BEGIN CERTIFICATE-----)/)
    .filter(isCertificate)
    .slice(-1);
  if (ca === undefined) return null;
  const certificate = new X509Certificate(ca);
  if (isOfPublicCa(certificate, publicCas)) return "public";
  return certificate.ca ? pinOf(certificate) : null;
}

/** Whether a public CA signed a certificate that is not its own: such a chain changes without notice. */
function isOfPublicCa(certificate: X509Certificate, publicCas: readonly string[]): boolean {
  if (certificate.checkIssued(certificate)) return false;
  return publicCas.some((pem) => {
    const root = new X509Certificate(pem);
    return certificate.checkIssued(root) && certificate.verify(root.publicKey);
  });
}

/** Returns a name of a server's certificate, or an address, that other machines know. */
function findName(chain: string): string | null {
  const { subjectAltName = "" } = new X509Certificate(chain);
  const names = subjectAltName
    .split(", ")
    .flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? []);
  return names.find((name) => !name.includes("*") && !name.includes(":") && !isLoopback(name)) ?? null;
}

function findHost(host: string, { interfaces, defaultAddress }: Machine): string | null {
  if (["0.0.0.0", "::"].includes(host)) return findHomeAddress(interfaces, defaultAddress);
  return isLoopback(host) ? null : formatHost(host);
}

function formatHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function isCertificate(text: string): boolean {
  return text.startsWith("-----BEGIN CERTIFICATE-----");
}
