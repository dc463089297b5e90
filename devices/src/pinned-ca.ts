import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { isIP } from "node:net";
import { connect, type DetailedPeerCertificate } from "node:tls";
import { pinOf } from "@flower-war/protocol/sockets";
import { MQTT_PORTS } from "@flower-war/protocol/temple";

/** The broker sent no certificate with the pinned key. */
export class UntrustedError extends Error {
  override readonly name = "UntrustedError";
}

/** ms to wait for the broker's certificates. */
const TIMEOUT = 10_000;

/**
 * Resolves with the CA's certificate, as PEM, that has the pinned key and is among those that a broker sends. Nothing is
 * sent to the broker but the handshake: verify the next connection with this certificate as usual.
 * @param url an `mqtts://` one
 * @param pin SHA-256 of the CA's public key (SubjectPublicKeyInfo, DER), in hex
 * @throws UntrustedError if it sends none with this key; otherwise the network's error
 */
export async function fetchPinnedCa(url: string, pin: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({
    host,
    port: port === "" ? MQTT_PORTS.tls : Number(port),
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false,
  });
  socket.setTimeout(TIMEOUT, () => socket.destroy(new Error("the broker does not answer")));
  try {
    await once(socket, "secureConnect");
    const ca = listIssuers(socket.getPeerCertificate(true)).find(
      (certificate) => pinOf(certificate) === pin.toLowerCase(),
    );
    if (ca === undefined) throw new UntrustedError("no certificate of the broker's has the pinned key");
    return ca.toString();
  } finally {
    socket.destroy();
  }
}

/** Returns the certificates of a chain, the server's own first. The last one of a whole chain is its own issuer. */
function listIssuers(first: DetailedPeerCertificate): X509Certificate[] {
  const chain: DetailedPeerCertificate[] = [];
  for (
    let next: DetailedPeerCertificate | undefined = first;
    next?.raw !== undefined && !chain.includes(next);
    next = next.issuerCertificate
  ) {
    chain.push(next);
  }
  return chain.map(({ raw }) => new X509Certificate(raw));
}
