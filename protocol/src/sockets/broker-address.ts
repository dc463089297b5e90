import { MQTT_PORTS } from "../temple/index.ts";
import { isLoopback } from "./home-address.ts";

/** How temples reach a broker. */
export interface BrokerAddress {
  /** A name, or an address; of IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
}

/** The hosts that a temple's set-up takes. */
const HOST = /^(\[[\da-f:.]+\]|[a-z\d.-]+)$/i;

/**
 * Parses the address of a broker for temples, `mqtt://<host>` or `mqtts://<host>`, with or without a port.
 * @throws `RangeError` with what it must be, for the operator; also if a temple would find only itself there
 */
export function parseBrokerUrl(text: string): BrokerAddress {
  const url = URL.parse(text);
  const isAddress = url !== null && ["mqtt:", "mqtts:"].includes(url.protocol) && HOST.test(url.hostname);
  if (!isAddress || url.username !== "" || url.port === "0") {
    throw new RangeError("must be an address like mqtts://play.example:8883");
  }
  const { hostname: host } = url;
  if (isLoopback(host.toLowerCase()) || ["0.0.0.0", "[::]"].includes(host)) {
    throw new RangeError(`must be an address that a temple reaches: ${host} is each machine's own`);
  }
  const tls = url.protocol === "mqtts:";
  return { host, port: url.port === "" ? (tls ? MQTT_PORTS.tls : MQTT_PORTS.plain) : Number(url.port), tls };
}
