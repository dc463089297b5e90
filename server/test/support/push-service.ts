import { createECDH, type ECDH } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { join } from "node:path";
import type { PushNotice, PushRequest } from "@flower-war/protocol/players";
import ece from "http_ece";
import { makeCa } from "../../../test/support/certificates.ts";

/** A message that the service took. */
interface Message {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A browser that subscribed at the service. */
export interface TestBrowser {
  readonly request: PushRequest;
  /** The messages for it, decrypted. */
  readonly notices: PushNotice[];
}

/** A push service on this machine, at `https://localhost`, that keeps what it gets (RFC 8030). */
export class PushService {
  /** Makes connections to it, though its address is no public one. */
  readonly agent: Agent;
  readonly messages: Message[] = [];
  /** What it answers. */
  answer: { status: number; location?: string } = { status: 201 };
  readonly #server: Server;
  readonly #keys = new Map<string, { ecdh: ECDH; auth: string }>();

  static async start(): Promise<PushService> {
    const ca = makeCa("push service");
    try {
      const [key, cert] = ["privkey.pem", "fullchain.pem"].map((file) =>
        readFileSync(join(ca.serverDir, file)),
      );
      const service = new PushService(createServer({ key, cert }), ca.pem);
      service.#server.listen(0, "127.0.0.1");
      await once(service.#server, "listening");
      return service;
    } finally {
      ca.remove();
    }
  }

  private constructor(server: Server, ca: string) {
    this.#server = server;
    this.agent = new Agent({ ca });
    server.on("request", (request, response) => void this.#take(request, response));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    this.messages.push({ path: request.url ?? "", headers: request.headers, body });
    const { status, location } = this.answer;
    response.writeHead(status, location === undefined ? {} : { location }).end();
  }

  /** For `PUSH_HOSTS`. */
  get host(): string {
    return `localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Subscribes a browser. @param name its name in endpoints */
  subscribe(name: string): TestBrowser {
    const ecdh = createECDH("prime256v1");
    const p256dh = ecdh.generateKeys("base64url");
    const auth = Buffer.alloc(16, name).toString("base64url");
    this.#keys.set(`/${name}`, { ecdh, auth });
    const subscription = { endpoint: `https://${this.host}/${name}`, keys: { p256dh, auth } };
    const read = () =>
      this.messages.filter(({ path }) => path === `/${name}`).map((each) => this.#read(each));
    return {
      request: { subscription, language: "es" },
      get notices() {
        return read();
      },
    };
  }

  #read({ path, body }: Message): PushNotice {
    const keys = this.#keys.get(path);
    if (!keys) throw new Error(`no one subscribed as ${path}`);
    const options = { version: "aes128gcm", privateKey: keys.ecdh, authSecret: keys.auth } as const;
    return JSON.parse(ece.decrypt(body, options).toString()) as PushNotice;
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
