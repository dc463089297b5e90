/** Packets of MQTT 3.1.1 as no well-behaved client sends them. Sections are those of its specification. */

export const TYPE = {
  connect: 1,
  publish: 3,
  pubrec: 5,
  pubrel: 6,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
} as const;

/** Formats a packet. @param announced the remaining length that the header says, if it is another than the body's (2.2.3) */
export function packet(type: number, flags: number, body: Uint8Array, announced = body.length): Buffer {
  const length: number[] = [];
  let rest = announced;
  do {
    const byte = rest & 0x7f;
    rest >>>= 7;
    length.push(rest > 0 ? byte | 0x80 : byte);
  } while (rest > 0);
  return Buffer.concat([Buffer.of((type << 4) | flags, ...length), body]);
}

export interface ConnectFields {
  readonly clientId: string;
  /** `null`: none is given. */
  readonly username?: string | null;
  readonly password?: string | null;
  readonly will?: { readonly topic: string; readonly payload: string };
}

/** Formats a CONNECT (3.1), with a clean session and a keep-alive of 60 s. */
export function connectPacket({ clientId, username = null, password = null, will }: ConnectFields): Buffer {
  const flags = 2 | (will ? 4 : 0) | (username === null ? 0 : 0x80) | (password === null ? 0 : 0x40);
  const texts = [clientId, will?.topic, will?.payload, username, password].filter(
    (text) => typeof text === "string",
  );
  return packet(
    TYPE.connect,
    0,
    Buffer.concat([string("MQTT"), Buffer.of(4, flags, 0, 60), ...texts.map(string)]),
  );
}

/** Formats a PUBLISH (3.3). @param id of its packet, for QoS above 0 */
export function publishPacket(
  topic: string,
  payload: string | Uint8Array,
  {
    qos = 0,
    retain = false,
    id = 1,
  }: { readonly qos?: 0 | 1 | 2; readonly retain?: boolean; readonly id?: number } = {},
): Buffer {
  const parts = [
    string(topic),
    qos > 0 ? Buffer.of(id >> 8, id & 255) : Buffer.alloc(0),
    Buffer.from(payload as string),
  ];
  return packet(TYPE.publish, (qos << 1) | (retain ? 1 : 0), Buffer.concat(parts));
}

/** Formats a SUBSCRIBE (3.8) for QoS 1. */
export function subscribePacket(id: number, filter: string): Buffer {
  return packet(
    TYPE.subscribe,
    2,
    Buffer.concat([Buffer.of(id >> 8, id & 255), string(filter), Buffer.of(1)]),
  );
}

/** Formats a text as 1.5.3 says, without looking at it. */
export function string(text: string | Uint8Array): Buffer {
  const bytes = Buffer.from(text as string);
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 255), bytes]);
}
