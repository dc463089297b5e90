import { readChatText, STUDY_LIMITS } from "@flower-war/protocol/server";
import type { StudyLine, StudyPerson } from "@flower-war/protocol/studies";
import type { MatchCodes } from "../lobby/match-codes.ts";
import { refuse } from "../refusal.ts";
import type { Asked, OperationRoutes } from "./operation-routes.ts";
import { bearerOf } from "./request.ts";
import type { HttpServices } from "./services.ts";
import type { Follower } from "../studies/followers.ts";
import type { Cancel } from "../time.ts";
import { stream, type StreamResponse } from "./stream-response.ts";

type Services = Pick<
  HttpServices,
  | "players"
  | "sanctions"
  | "quotas"
  | "studies"
  | "records"
  | "wordFilter"
  | "links"
  | "holdConnection"
  | "time"
>;

type Asker = Pick<Asked<"getMe">, "token" | "address">;

/** Answers requests about studies (docs/studies.md). */
export function studyRoutes(routes: OperationRoutes, services: Services, codes: MatchCodes): void {
  const { players, sanctions, quotas, studies, records, wordFilter } = services;
  const identify = async ({ token, address }: Asker) => {
    const { id: player, name, scopes } = await players.require(token, "play", "bot");
    sanctions.requireNotBanned({ player, address });
    return { by: { player, name }, withoutChat: scopes?.includes("chat") === false };
  };
  const requireNotBanned = (address: string) => sanctions.requireNotBanned({ player: null, address });
  /** Returns a comment's text as others see it. @throws `RefusalError` with `text-missing` or `text-too-long` */
  const read = (said: string) => {
    const { text, fault } = readChatText(said, STUDY_LIMITS.text);
    if (fault === undefined) return wordFilter.mask(text);
    throw refuse(fault === "missing" ? "text-missing" : "text-too-long", { field: "text" });
  };

  routes.on("createStudy", async (asked) => {
    const { address, body } = asked;
    const { by } = await identify(asked);
    await quotas.count("read-record", { address });
    const { text } = await codes.lookUp(body.match, address, (name) =>
      records.read(name, body.token ?? null),
    );
    const count = () => quotas.count("create-study", { player: by.player, address });
    return studies.create(by, text, body.open, count);
  });
  routes.on("getStudies", async (asked) => {
    const { by } = await identify(asked);
    return { studies: await studies.list(by.player) };
  });
  routes.on("getStudy", async ({ params, address }) => {
    requireNotBanned(address);
    await quotas.count("read-study", { address });
    return studies.find(params.id);
  });
  routes.on("getStudyRecord", async ({ params, address, response }) => {
    requireNotBanned(address);
    await quotas.count("read-record", { address });
    const text = await studies.readRecord(params.id);
    response.type("application/jsonl; charset=utf-8").send(text);
  });
  routes.on("changeStudy", async (asked) => {
    const { params, address, body } = asked;
    const { by, withoutChat } = await identify(asked);
    await quotas.count("change-study", { player: by.player, address });
    const countOpening = () => quotas.count("open-board", { address });
    // A mark's place can be a word too.
    const isSaid = body.act === "comment" || body.act === "mark";
    if (isSaid && withoutChat) throw refuse("missing-scope");
    if (isSaid && sanctions.isMuted({ player: by.player, address })) throw refuse("muted");
    const said = body.act === "comment" ? { ...body, text: read(body.text) } : body;
    return studies.act(params.id, by, said, countOpening);
  });
  routes.on("deleteStudy", async (asked) => {
    const { by } = await identify(asked);
    await studies.delete(asked.params.id, by);
    return {};
  });
  routes.on("streamStudy", async (asked) => {
    const { request, params, address } = asked;
    requireNotBanned(address);
    await quotas.count("read-study", { address });
    const person: StudyPerson | null = bearerOf(request) === null ? null : (await identify(asked)).by;
    await stream(asked, services, (reader) => follow(services, params.id, { person, address }, reader));
  });
}

/** Leads what those who follow are told to a stream. Returns the function that ends it. @throws as `Studies.follow` */
async function follow(
  { studies, links }: Services,
  study: string,
  who: Omit<Follower, "tell">,
  reader: StreamResponse,
): Promise<Cancel> {
  // The server's end is told by it.
  const { id } = links.read(reader);
  const tell = (line: StudyLine): void => {
    const text = JSON.stringify(line);
    if (line.type !== "end") return reader.line(text, null);
    links.stopReading(id);
    reader.end(text);
  };
  try {
    const stop = await studies.follow(study, { ...who, tell });
    return () => {
      stop();
      links.stopReading(id);
    };
  } catch (error) {
    links.stopReading(id);
    throw error;
  }
}
