import { isId } from "./topics.ts";

/** The content of the QR code of a temple's enrolment (docs/temple-protocol.md P-1). */
export interface SetupLink {
  /** The broker's name or address; of IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  readonly templeId: string;
  readonly secret: string;
  /**
   * SHA-256 of the public key of the CA of the broker's certificate, as 64 hex digits; `public`: the temple trusts the CAs that browsers trust
   * as for a certificate by ACME. `null`: no TLS.
   */
  readonly pin: string | null;
}

/** The page of a temple in the network that it opens for its set-up. */
const SETUP_PAGE = "http://192.168.4.1/setup";

/** Default ports of MQTT, without and with TLS. */
export const MQTT_PORTS = { plain: 1883, tls: 8883 } as const;

/**
 * Formats the text of the QR code: `http://192.168.4.1/setup#templo://<host>:<port>/<templeId>?s=<secret>&pin=<hex>`. Whoever scans it
 * in the temple's own network opens its page, which fills its form with what follows the `#`.
 */
export function formatSetupLink({ host, port, templeId, secret, pin }: SetupLink): string {
  const query = new URLSearchParams({ s: secret, ...(pin !== null && { pin }) });
  return `${SETUP_PAGE}#templo://${host}:${port}/${templeId}?${query.toString()}`;
}

/**
 * Parses the text of the QR code, with or without the page's address before the `#`. A port that is missing is MQTT's default.
 * Returns `null` for any other text.
 */
export function parseSetupLink(text: string): SetupLink | null {
  const link = text.trim().replace(/^[^#]*#/, "");
  if (!URL.canParse(link)) return null;
  const { protocol, hostname: host, port, pathname, searchParams } = new URL(link);
  const templeId = pathname.slice(1);
  const secret = searchParams.get("s") ?? "";
  const pin = searchParams.get("pin");
  if (protocol !== "templo:" || host === "" || port === "0") return null;
  if (!isId(templeId) || secret === "") return null;
  if (pin !== null && pin !== "public" && !/^[0-9a-f]{64}$/i.test(pin)) return null;
  const defaultPort = pin === null ? MQTT_PORTS.plain : MQTT_PORTS.tls;
  return { host, port: port === "" ? defaultPort : Number(port), templeId, secret, pin };
}
