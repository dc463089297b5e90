import { once } from "node:events";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Ports } from "../ports.ts";
import { type Cancel, repeat } from "../time.ts";

/** What is wrong with the certificate at `PUBLIC_URL`, or `unreached`: it is not known, for nothing answers there. */
type CertificateFault =
  | "certificate-missing"
  | "certificate-wrong-name"
  | "certificate-expires"
  | "certificate-unreached";

/** What a TLS handshake at `PUBLIC_URL` has shown. */
export type CertificateFinding =
  /** `expiresAt`: ms since 1970 */
  | { readonly expiresAt: number }
  | { readonly fault: Exclude<CertificateFault, "certificate-expires">; readonly reason: string };

export interface CertificateWatchPorts extends Pick<Ports, "time" | "log"> {
  /** `PUBLIC_URL`; `null`, or without `https`: there is no certificate to watch. */
  readonly publicUrl: string | null;
  readonly inspect?: (url: URL) => Promise<CertificateFinding>;
}

const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000] as const;
/** ms before the first check; between two checks of a good certificate; and between checks of a bad one, at first and at most. */
const PAUSE = { start: 5 * SECOND, good: HOUR, first: 10 * SECOND, most: 60 * SECOND } as const;
/** ms before its end in which a certificate should have been renewed long ago. Caddy renews it when a third of its time is left. */
const SOON = 7 * DAY;
/** ms in which a handshake is made. */
const TIMEOUT = 10 * SECOND;

/** Watches the certificate with which clients reach this server: how long it is valid, and why there is none. */
export class CertificateWatch {
  readonly #ports: CertificateWatchPorts;
  readonly #url: URL | null;
  #cancel: Cancel = () => {};
  /** ms since 1970; `NaN`: not known. A certificate that clients do not accept has expired. */
  #expiresAt = Number.NaN;
  #failures = 0;
  /** The fault that was logged last, and when. */
  #logged: { readonly fault: CertificateFault; readonly at: number } | null = null;

  constructor(ports: CertificateWatchPorts) {
    this.#ports = ports;
    this.#url = ports.publicUrl?.startsWith("https:") ? new URL(ports.publicUrl) : null;
  }

  /** s until the certificate expires, 0 or less if there is none that counts; `NaN`: not known, or none is needed. */
  get secondsLeft(): number {
    return (this.#expiresAt - this.#ports.time.now()) / SECOND;
  }

  start(): void {
    const url = this.#url;
    if (url !== null) this.#cancel = repeat(this.#ports.time, PAUSE.start, () => this.#look(url));
  }

  stop(): void {
    this.#cancel();
  }

  /** Resolves with ms until the next look. */
  async #look(url: URL): Promise<number> {
    const { time, inspect = inspectCertificate } = this.#ports;
    const found = await inspect(url);
    const now = time.now();
    if ("expiresAt" in found) {
      this.#expiresAt = found.expiresAt;
      const left = found.expiresAt - now;
      if (left >= SOON) return this.#noteEnd(left);
      return this.#noteFault("certificate-expires", { hours: Math.floor(left / HOUR) });
    }
    if (found.fault !== "certificate-unreached") this.#expiresAt = now;
    return this.#noteFault(found.fault, { reason: found.reason });
  }

  /** Logs a fault once a day; not the first failure of all, for the entrance may start after the server. Returns ms until the next look. */
  #noteFault(fault: CertificateFault, fields: object): number {
    const { log, time } = this.#ports;
    const now = time.monotonic();
    const pause = Math.min(PAUSE.first * 2 ** this.#failures, PAUSE.most);
    this.#failures += 1;
    const isKnown = this.#logged?.fault === fault && now - this.#logged.at < DAY;
    if (isKnown || this.#failures === 1) return pause;
    this.#logged = { fault, at: now };
    log.error(
      { code: fault, url: this.#url?.origin, ...fields },
      "certificate at PUBLIC_URL is not in order",
    );
    return pause;
  }

  #noteEnd(left: number): number {
    if (this.#logged !== null)
      this.#ports.log.info({ days: Math.floor(left / DAY) }, "certificate at PUBLIC_URL is valid");
    this.#logged = null;
    this.#failures = 0;
    return PAUSE.good;
  }
}

/**
 * Resolves with what a TLS handshake with the host of an https URL shows. Nothing is sent to it. Whether the CA is trusted is not looked at: a
 * host may have one of its own, which its clients know.
 */
export async function inspectCertificate(url: URL): Promise<CertificateFinding> {
  const host = url.hostname.replaceAll(/^\[|\]$/g, "");
  const socket = connect({
    host,
    port: Number(url.port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: false,
  });
  socket.setTimeout(TIMEOUT, () => socket.destroy(new Error("no answer in time")));
  let isConnected = false;
  socket.once("connect", () => (isConnected = true));
  try {
    await once(socket, "secureConnect");
    const certificate = socket.getPeerX509Certificate();
    if (certificate === undefined) return { fault: "certificate-missing", reason: "none was sent" };
    // Each throws for data of the other kind.
    const name = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
    if (name === undefined)
      return {
        fault: "certificate-wrong-name",
        reason: `it is for ${certificate.subjectAltName ?? "no name"}`,
      };
    return { expiresAt: certificate.validToDate.getTime() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { fault: isConnected ? "certificate-missing" : "certificate-unreached", reason };
  } finally {
    socket.destroy();
  }
}
