/** Requests over HTTP, well-formed and not. */

/** Formats a request, of a name to which the operator's listener answers. Of a body it adds type and length, unless the headers have them. */
export function request(
  method: string,
  path: string,
  {
    body,
    headers = {},
  }: {
    readonly body?: object | string | Uint8Array;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Buffer {
  const isText = body === undefined || typeof body === "string";
  const bytes = body instanceof Uint8Array ? body : Buffer.from(isText ? (body ?? "") : JSON.stringify(body));
  const length = { "content-type": "application/json", "content-length": String(bytes.length) };
  const all = { host: "attacked.test", ...(body === undefined ? {} : length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1"), bytes]);
}

export function get(path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  return request("GET", path, { headers });
}

export function post(
  path: string,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  return request("POST", path, { body, headers });
}

/** Builds so many requests that differ. */
export function many(count: number, build: (i: number) => Buffer): Buffer[] {
  return Array.from({ length: count }, (_, i) => build(i));
}
