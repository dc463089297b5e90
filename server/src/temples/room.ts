import { type Client, Room } from "@colyseus/core";
import type { BridgeRequest } from "@flower-war/protocol/operator";
import { TEMPLES_PAYLOADS } from "@flower-war/protocol/schemas";
import type { PayloadOf, RequestName } from "@flower-war/protocol/temple";
import type { Logger } from "pino";
import type { z } from "zod";
import { PATCH_ON_DEMAND } from "../wire/patches.ts";
import { answerRequests, handle } from "../wire/requests.ts";
import type { Bridge, BridgeRegistry } from "./bridge-registry.ts";
import type { BridgeRequests } from "./bridge-requests.ts";

const FORMATS: { readonly [T in RequestName]: z.ZodType<PayloadOf<T>> } = TEMPLES_PAYLOADS;
const isRequest = (type: string): type is RequestName => Object.hasOwn(FORMATS, type);

/**
 * Defines the class of the room `temples`, where bridges send requests (`TemplesRequests`) and receive messages
 * (`TemplesMessages`). The room has no state and closes with its last bridge.
 */
export function defineTemplesRoom(
  requests: BridgeRequests,
  bridges: BridgeRegistry,
  log: Logger,
): new () => Room {
  return class TemplesRoom extends Room {
    readonly #bridges = new Map<Client, Bridge>();

    /** Bridges join only with a reservation issued over HTTP, which does not call this. */
    static override async onAuth(): Promise<boolean> {
      return false;
    }

    override onCreate(): void {
      this.patchRate = PATCH_ON_DEMAND;
      answerRequests(this, (type) => (isRequest(type) ? this.#handler(type) : undefined));
    }

    override async onJoin(client: Client): Promise<void> {
      const { bridge: id, broker = null } = client.auth as BridgeRequest;
      const bridge: Bridge = { id, send: (type, message) => client.send(type, message) };
      this.#bridges.set(client, bridge);
      log.info({ bridge: id }, "bridge connected");
      if (broker !== null) await bridges.registerBroker(bridge, client.sessionId, broker);
    }

    override async onLeave(client: Client): Promise<void> {
      const bridge = this.#bridgeOf(client);
      this.#bridges.delete(client);
      log.info({ bridge: bridge.id }, "bridge disconnected");
      await Promise.all([
        requests.releaseBridge(bridge),
        bridges.forgetBroker(bridge, client.sessionId),
      ]).catch((err: unknown) =>
        log.warn({ err, bridge: bridge.id }, "temples of disconnected bridge not taken offline"),
      );
    }

    #handler<T extends RequestName>(name: T) {
      return handle(log, FORMATS[name], (client, payload) =>
        requests.answer(this.#bridgeOf(client), name, payload),
      );
    }

    #bridgeOf(client: Client): Bridge {
      const bridge = this.#bridges.get(client);
      if (!bridge) throw new Error("a message from a client that has not joined");
      return bridge;
    }
  };
}
