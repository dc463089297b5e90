/**
 * Generates the temple protocol's AsyncAPI 3 document from the checks that parse its messages. `npm run asyncapi` writes it
 * to docs/temple-protocol.asyncapi.json.
 */
import assert from "node:assert/strict";
import {
  DOWN_SHAPES,
  integer,
  isObject,
  listOf,
  objectSchema,
  PAYLOAD,
  type Shape,
  UP_SHAPES,
  VERSION,
} from "../src/temple/index.ts";
import { EXAMPLES } from "./examples.ts";

interface Message {
  readonly name: string;
  readonly summary: string;
  readonly shapes: readonly (readonly [
    title: string,
    shape: Shape,
    fixed?: Readonly<Record<string, unknown>>,
  ])[];
  readonly examples: readonly object[];
}

interface Channel {
  readonly address: string;
  readonly summary: string;
  readonly retain: boolean;
  /** From the temple's view. */
  readonly action: "send" | "receive";
  readonly message: Message;
}

const { online, offline, bead, button, returned } = UP_SHAPES;
const { display, beadsAck, actAck, complaint, cmd, notice } = DOWN_SHAPES;

const CHANNELS: Readonly<Record<string, Channel>> = {
  state: {
    address: "templo/v1/{templeId}/up/state",
    summary: "Birth, heartbeat and totals; also the last will.",
    retain: true,
    action: "send",
    message: {
      name: "State",
      summary: "Online with running totals, or offline.",
      shapes: [
        ["OnlineState", online, { online: true }],
        ["OfflineState", offline, { online: false }],
      ],
      examples: [EXAMPLES.birth, EXAMPLES.will],
    },
  },
  bead: {
    address: "templo/v1/{templeId}/up/bead",
    summary: "One bead has fallen.",
    retain: false,
    action: "send",
    message: {
      name: "Bead",
      summary: "A bead, and the running totals.",
      shapes: [["Bead", bead]],
      examples: [EXAMPLES.bead],
    },
  },
  act: {
    address: "templo/v1/{templeId}/up/act",
    summary: "A button was pressed: beads taken back, show a code, unpair.",
    retain: false,
    action: "send",
    message: {
      name: "Act",
      summary: "A button was pressed.",
      shapes: [
        ["BeadsReturned", returned],
        ["ButtonPressed", button],
      ],
      examples: [EXAMPLES.returned, EXAMPLES.pair],
    },
  },
  display: {
    address: "templo/v1/{templeId}/down/display",
    summary: "Everything that the temple shows.",
    retain: true,
    action: "receive",
    message: {
      name: "Display",
      summary: "Every field is present.",
      shapes: [["Display", display]],
      examples: [EXAMPLES.display],
    },
  },
  ack: {
    address: "templo/v1/{templeId}/down/ack",
    summary: "A verdict on beads or on an act, or a complaint about a message.",
    retain: false,
    action: "receive",
    message: {
      name: "Ack",
      summary: "A verdict or a complaint.",
      shapes: [
        ["BeadsAck", beadsAck],
        ["ActAck", actAck],
        ["Complaint", complaint, { verdict: "invalid" }],
      ],
      examples: [EXAMPLES.beadsAck, EXAMPLES.actAck, EXAMPLES.complaint],
    },
  },
  cmd: {
    address: "templo/v1/{templeId}/down/cmd",
    summary: "A command to the temple.",
    retain: false,
    action: "receive",
    message: {
      name: "Command",
      summary: "An unknown `op` is ignored.",
      shapes: [["Command", cmd]],
      examples: [EXAMPLES.cmd],
    },
  },
  bridge: {
    address: "templo/v1/_bridge/{bridgeId}",
    summary: "Whether a bridge is online; also the bridge's last will.",
    retain: true,
    action: "receive",
    message: {
      name: "Notice",
      summary: "A bridge is online or offline.",
      shapes: [["Notice", { ...notice, versions: listOf(integer(1, 99), 9) }]],
      examples: [EXAMPLES.notice],
    },
  },
};

const ID = { description: "`^[a-z0-9][a-z0-9-]{3,23}$`, unique per broker (T-1)" };

/** Returns the whole document. */
export function asyncApi(): object {
  const entries = Object.entries(CHANNELS);
  const schemas = new Schemas();
  const messages = entries.map(([, { message }]) => [message.name, messageOf(message, schemas)]);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Templo Mayor MQTT protocol",
      version: `${VERSION}.0.0`,
      description: "How a physical temple takes part in a match. docs/temple-protocol.md is authoritative.",
      license: { name: "GPL-3.0-or-later" },
    },
    defaultContentType: "application/json",
    servers: {
      broker: {
        host: "localhost:8883",
        protocol: "secure-mqtt",
        description: "Client id and user name are the temple's id (N-1, A-1).",
      },
    },
    channels: Object.fromEntries(entries.map(([name, channel]) => [name, channelOf(channel)])),
    operations: Object.fromEntries(
      entries.map(([name, { action, summary, retain }]) => [
        `${action}-${name}`,
        {
          action,
          summary,
          channel: { $ref: `#/channels/${name}` },
          bindings: { mqtt: { qos: 1, retain, bindingVersion: "0.2.0" } },
        },
      ]),
    ),
    components: { messages: Object.fromEntries(messages), schemas: schemas.all },
  };
}

/** The document's named schemas. Wherever a schema with a title is used, a reference to it is written. */
class Schemas {
  readonly all: Record<string, unknown> = {};

  /** Adds every schema with a title in here and returns the same with references. */
  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((each) => this.refer(each));
    if (!isObject(schema)) return schema;
    const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, this.refer(value)]));
    const { title } = schema;
    if (typeof title !== "string") return inner;
    if (title in this.all) assert.deepEqual(inner, this.all[title], `two schemas have the title ${title}`);
    this.all[title] = inner;
    return { $ref: `#/components/schemas/${title}` };
  }
}

function channelOf({ address, summary, message }: Channel): object {
  const parameters = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, ID]);
  return {
    address,
    summary,
    parameters: Object.fromEntries(parameters),
    messages: { [message.name]: { $ref: `#/components/messages/${message.name}` } },
  };
}

function messageOf({ name, summary, shapes, examples }: Message, schemas: Schemas): object {
  const payloads = shapes.map(([title, shape, fixed = {}]) => payloadOf(title, shape, fixed));
  return {
    name,
    title: name,
    summary: `${summary} One JSON object of at most ${PAYLOAD.bytes} bytes; unknown fields are ignored.`,
    payload: schemas.refer(payloads.length === 1 ? payloads[0] : { title: name, oneOf: payloads }),
    examples: examples.map((payload) => ({ payload })),
  };
}

function payloadOf(title: string, shape: Shape, fixed: Readonly<Record<string, unknown>>): object {
  const { required, properties } = objectSchema(shape) as { required: string[]; properties: object };
  const constants = Object.fromEntries(
    Object.entries({ v: VERSION, ...fixed }).map(([name, value]) => [name, { const: value }]),
  );
  return {
    title,
    type: "object",
    required: [...Object.keys(constants), ...required],
    properties: { ...constants, ...properties },
  };
}
