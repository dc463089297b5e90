import { type Client, Room } from "@colyseus/core";
import type { Logger } from "pino";
import type { z } from "zod";
import { answer } from "../edge/requests.ts";
import { PATCH_ON_DEMAND } from "../wire/patches.ts";
import { rejectUnknownRequests } from "../wire/unknown-requests.ts";
import type { Bridge } from "./bridges.ts";
import type { Desk } from "./desk.ts";
import { PAYLOADS, type RequestName } from "./requests.ts";

/**
 * The class of the room `temples`, where bridges ask (`TemplesRequests`) and are told (`TemplesMessages`). It has no
 * state, and goes with its last bridge: nothing is lost with it.
 */
export function templesRoom(desk: Desk, log: Logger): new () => Room {
  return class TemplesRoom extends Room {
    readonly #bridges = new Map<Client, Bridge>();

    override messages = {
      verify: this.#answer(PAYLOADS.verify, desk.verify),
      "temple-online": this.#answer(PAYLOADS["temple-online"], desk["temple-online"]),
      "temple-offline": this.#answer(PAYLOADS["temple-offline"], desk["temple-offline"]),
      code: this.#answer(PAYLOADS.code, desk.code),
      lease: this.#answer(PAYLOADS.lease, desk.lease),
      judge: this.#answer(PAYLOADS.judge, desk.judge),
      returned: this.#answer(PAYLOADS.returned, desk.returned),
      unpair: this.#answer(PAYLOADS.unpair, desk.unpair),
    } satisfies Record<RequestName, unknown>;

    /** Seats come from `POST /api/bridges` alone, which reserves them past this. */
    static override async onAuth(): Promise<boolean> {
      return false;
    }

    override onCreate(): void {
      this.patchRate = PATCH_ON_DEMAND;
      rejectUnknownRequests(this, Object.keys(PAYLOADS));
    }

    override onJoin(client: Client): void {
      const id = String(client.auth?.bridge);
      this.#bridges.set(client, { id, send: (type, message) => client.send(type, message) });
      log.info({ bridge: client.auth?.bridge }, "a bridge joined");
    }

    override async onLeave(client: Client): Promise<void> {
      const bridge = this.#bridgeOf(client);
      this.#bridges.delete(client);
      log.info({ bridge: client.auth?.bridge }, "a bridge left");
      await desk
        .left(bridge)
        .catch((err: unknown) => log.warn({ err }, "temples of a lost bridge stay online"));
    }

    #answer<P, A>(format: z.ZodType<P>, ask: (bridge: Bridge, payload: P) => Promise<A>) {
      return answer(log, format, (client, payload) => ask(this.#bridgeOf(client), payload));
    }

    #bridgeOf(client: Client): Bridge {
      const bridge = this.#bridges.get(client);
      if (!bridge) throw new Error("a message from a bridge that did not join");
      return bridge;
    }
  };
}
