import { type Client, Room } from "@colyseus/core";
import type { Logger } from "pino";
import { PATCH_ON_DEMAND } from "../wire/patches.ts";
import { answerRequests, handle, type RequestHandler } from "../wire/requests.ts";
import type { Bridge } from "./bridge-registry.ts";
import type { BridgeRequests } from "./bridge-requests.ts";
import { FORMATS, type RequestName } from "./formats.ts";

/**
 * Defines the class of the room `temples`, where bridges send requests (`TemplesRequests`) and receive messages
 * (`TemplesMessages`). The room has no state and closes with its last bridge.
 */
export function defineTemplesRoom(requests: BridgeRequests, log: Logger): new () => Room {
  return class TemplesRoom extends Room {
    readonly #bridges = new Map<Client, Bridge>();

    /** Bridges join only with a reservation issued over HTTP, which does not call this. */
    static override async onAuth(): Promise<boolean> {
      return false;
    }

    override onCreate(): void {
      this.patchRate = PATCH_ON_DEMAND;
      answerRequests(this, {
        verify: this.#handler("verify"),
        "temple-online": this.#handler("temple-online"),
        "temple-offline": this.#handler("temple-offline"),
        lease: this.#handler("lease"),
        code: this.#handler("code"),
        judge: this.#handler("judge"),
        returned: this.#handler("returned"),
        unpair: this.#handler("unpair"),
      } satisfies Record<RequestName, RequestHandler<unknown>>);
    }

    override onJoin(client: Client): void {
      const id = String(client.auth?.bridge);
      this.#bridges.set(client, { id, send: (type, message) => client.send(type, message) });
      log.info({ bridge: id }, "bridge connected");
    }

    override async onLeave(client: Client): Promise<void> {
      const bridge = this.#bridgeOf(client);
      this.#bridges.delete(client);
      log.info({ bridge: bridge.id }, "bridge disconnected");
      await requests
        .releaseBridge(bridge)
        .catch((err: unknown) =>
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
