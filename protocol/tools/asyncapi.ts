/**
 * Generates the temple protocol's AsyncAPI 3 document from the checks that parse its messages. `npm run asyncapi` writes it
 * to docs/temple-protocol.asyncapi.json.
 */
import { DOWN_SHAPES, objectSchema, PAYLOAD, type Shape, UP_SHAPES, VERSION } from "../src/temple/index.ts";

interface Message {
  readonly name: string;
  readonly summary: string;
  readonly shapes: readonly (readonly [
    title: string,
    shape: Shape,
    fixed?: Readonly<Record<string, unknown>>,
  ])[];
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
        ["online", online, { online: true }],
        ["offline", offline, { online: false }],
      ],
    },
  },
  bead: {
    address: "templo/v1/{templeId}/up/bead",
    summary: "One bead has fallen.",
    retain: false,
    action: "send",
    message: { name: "Bead", summary: "A bead, and the running totals.", shapes: [["bead", bead]] },
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
        ["returned", returned],
        ["button", button],
      ],
    },
  },
  display: {
    address: "templo/v1/{templeId}/down/display",
    summary: "Everything that the temple shows.",
    retain: true,
    action: "receive",
    message: { name: "Display", summary: "Every field is present.", shapes: [["display", display]] },
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
        ["beads", beadsAck],
        ["act", actAck],
        ["complaint", complaint, { verdict: "invalid" }],
      ],
    },
  },
  cmd: {
    address: "templo/v1/{templeId}/down/cmd",
    summary: "A command to the temple.",
    retain: false,
    action: "receive",
    message: { name: "Command", summary: "An unknown `op` is ignored.", shapes: [["cmd", cmd]] },
  },
  bridge: {
    address: "templo/v1/_bridge/{bridgeId}",
    summary: "Whether a bridge is online; also the bridge's last will.",
    retain: true,
    action: "receive",
    message: { name: "Notice", summary: "A bridge is online or offline.", shapes: [["notice", notice]] },
  },
};

const ID = { description: "`^[a-z0-9][a-z0-9-]{3,23}$`, unique per broker (T-1)" };

/** Returns the whole document. */
export function asyncApi(): object {
  const entries = Object.entries(CHANNELS);
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
    components: {
      messages: Object.fromEntries(entries.map(([, { message }]) => [message.name, messageOf(message)])),
    },
  };
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

function messageOf({ name, summary, shapes }: Message): object {
  const payloads = shapes.map(([title, shape, fixed = {}]) => payloadOf(title, shape, fixed));
  return {
    name,
    summary: `${summary} One JSON object of at most ${PAYLOAD.bytes} bytes; unknown fields are ignored.`,
    payload: payloads.length === 1 ? payloads[0] : { oneOf: payloads },
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
