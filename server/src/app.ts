import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { LocalDriver, LocalPresence, matchMaker, RegisteredHandler, type Room } from "@colyseus/core";
import { setLogger } from "@colyseus/core/Logger";
import { ROOMS } from "@flower-war/client-sdk/protocol";
import { Thinkers } from "./bots/thinkers.ts";
import { type Config, testConfig } from "./config.ts";
import type { HostedGame } from "./games/hosted-game.ts";
import { GAMES } from "./games/index.ts";
import { httpApp } from "./http/app.ts";
import type { Journal } from "./journal/journal.ts";
import { MemoryJournal } from "./journal/memory-journal.ts";
import { Codes } from "./lobby/codes.ts";
import { Entrance } from "./lobby/entrance.ts";
import { LobbyRoom } from "./lobby/room.ts";
import { Tokens } from "./lobby/tokens.ts";
import { frameworkLog, openLog } from "./log.ts";
import { MatchRoom, type MatchServices } from "./match/room.ts";
import { StartError } from "./start-error.ts";
import { openTemples } from "./temples/index.ts";
import { useSmallBuffers } from "./wire/patches.ts";
import { closeRooms } from "./wire/shutdown.ts";
import { GuardedTransport, trust } from "./wire/transport.ts";

/** What a server is made of. What is left out is as in `testConfig`, with every game and a journal in memory. */
export interface ServerOptions extends Partial<Config> {
  readonly games?: ReadonlyMap<string, HostedGame>;
  readonly journal?: Journal;
}

export interface RunningServer {
  readonly port: number;
  /** `http://<host>:<port>` */
  readonly url: string;
  readonly config: Config;
  /** Closes every room and connection. Resolves when nothing is left. */
  stop(): Promise<void>;
}

/**
 * Starts a server in this process: journal, rooms, HTTP, listen. One a process, as Colyseus' matchmaker is.
 * @throws `StartError` if it cannot listen
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { games = GAMES, journal = new MemoryJournal(), ...given } = options;
  const config: Config = { ...testConfig(), ...given };
  const log = openLog(config.logLevel);
  setLogger(frameworkLog(log));
  const temples = openTemples({ dataDir: config.dataDir, log: log.child({ part: "temples" }) });
  useSmallBuffers();
  await openMatchMaker(config.publicUrl);
  const codes = new Codes(matchMaker.presence);
  const thinkers = new Thinkers(config.botThinking, log.child({ part: "bots" }));
  defineRooms({ ...config, games, journal, thinkers, codes, temples, log });

  const entrance = new Entrance(codes, new Tokens(config.authSecret));
  const http = createServer(httpApp({ ...config, games, entrance, temples, log }));
  const transport = new GuardedTransport(http, config);
  const close = async () => {
    if (matchMaker.state === matchMaker.MatchMakerState.READY) await closeRooms();
    await transport.stop();
    await thinkers.stop();
    await temples.close();
    await journal.close();
    matchMaker.presence.shutdown();
  };
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= close());
  const port = await listen(http, config).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  await matchMaker.accept();
  log.info({ host: config.host, port }, "listening");
  return { port, url: `http://${config.host}:${port}`, config, stop };
}

/** The matchmaker of a server that is all in this process. */
async function openMatchMaker(publicUrl: string | null): Promise<void> {
  const publicAddress = publicUrl?.replace(/^https?:\/\//, "").replace(/\/$/, "");
  const createHere = async () => matchMaker.processId;
  await matchMaker.setup(new LocalPresence(), new LocalDriver(), publicAddress, createHere);
}

function defineRooms(services: MatchServices): void {
  matchMaker.addRoomType(handlerOf(ROOMS.match, MatchRoom, { services }));
  matchMaker.addRoomType(handlerOf(ROOMS.lobby, LobbyRoom));
  const temples = handlerOf(ROOMS.temples, services.temples.room);
  temples.on("join", (_room, bridge) => trust(bridge));
  matchMaker.addRoomType(temples);
}

/** @param given what each room's `onCreate` gets beside what its creator asks for */
function handlerOf(name: string, room: new () => Room, given: object = {}): RegisteredHandler {
  const handler = new RegisteredHandler(room, given);
  handler.name = name;
  return handler;
}

/** Resolves with the port. */
async function listen(server: Server, { host, port }: Config): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  } catch (error) {
    throw new StartError(whyNotListening(error, host, port), error);
  }
}

function whyNotListening(error: unknown, host: string, port: number): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "EADDRINUSE":
      return `PORT ${port} is in use.`;
    case "EACCES":
      return `PORT ${port} needs rights that this user does not have.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST ${host} is no address of this machine.`;
    default:
      return `HOST ${host}, PORT ${port} cannot be listened to: ${String(error)}.`;
  }
}
