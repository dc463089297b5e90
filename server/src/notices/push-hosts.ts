/** The push services of browsers: Chrome and its kin, Firefox, Edge, Safari. */
const KNOWN_HOSTS = [
  "fcm.googleapis.com",
  "*.push.services.mozilla.com",
  "*.notify.windows.com",
  "*.push.apple.com",
] as const;

/** A host, as `push.example`, `push.example:8443` or `*.push.example`: a name that is no number, so no address. */
const HOST = /^(\*\.)?([a-z0-9-]+\.)*[a-z][a-z0-9-]*(:\d{1,5})?$/;

/** The most characters of an endpoint. */
const ENDPOINT_LENGTH = 1000;

/** Whether a text is a host for `PUSH_HOSTS`. */
export const isPushHost = (text: string): boolean => HOST.test(text);

/**
 * Returns an endpoint as it may be asked; `null`: it is not an HTTPS address of a push service that this server uses. Where its name
 * leads is checked at each connection (`PushSender`).
 * @param moreHosts beyond those of the known browsers; `*.` stands for one name or more
 */
export function parseEndpoint(endpoint: string, moreHosts: readonly string[]): string | null {
  if (endpoint.length > ENDPOINT_LENGTH || !URL.canParse(endpoint)) return null;
  const { protocol, host, username, password, href } = new URL(endpoint);
  if (protocol !== "https:" || username !== "" || password !== "") return null;
  return [...KNOWN_HOSTS, ...moreHosts].some((allowed) => matches(host, allowed)) ? href : null;
}

/** @param host with a port that is not 443 */
function matches(host: string, allowed: string): boolean {
  return allowed.startsWith("*.") ? host.endsWith(allowed.slice(1)) : host === allowed;
}
