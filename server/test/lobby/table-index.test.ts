import { LocalPresence } from "@colyseus/core";
import { readListing } from "@flower-war/protocol/server";
import { describe, expect, test } from "vitest";
import type { MatchMaker } from "../../src/cluster/match-maker.ts";
import { TableIndex } from "../../src/lobby/table-index.ts";
import { type MatchMetadata, publishListing } from "../../src/match/outbound/listing.ts";
import { FakeTime } from "../support/fake-time.ts";

describe("the index of tables, when news were lost", () => {
  test("keeps the news that come while it reads the matchmaker's listing", async () => {
    const { presence, index, answerFirst } = await openIndex([tableOf("before")]);
    publishListing(presence, { resync: true });
    publishListing(presence, { listing: tableOf("meanwhile") });
    publishListing(presence, { gone: "before" });
    await answerFirst([tableOf("before")]);
    expect(idsIn(index)).toEqual(["meanwhile"]);
  });

  test("that happens again meanwhile, holds what it read last", async () => {
    const { presence, index, answerFirst, answerLast } = await openIndex([]);
    publishListing(presence, { resync: true });
    publishListing(presence, { resync: true });
    await answerLast([tableOf("newer")]);
    await answerFirst([tableOf("older")]);
    expect(idsIn(index)).toEqual(["newer"]);
  });
});

/** Opens an index whose matchmaker lists these tables at first, and later what the test answers. */
async function openIndex(tables: readonly MatchMetadata[]) {
  const presence = new LocalPresence();
  const questions: ((tables: readonly MatchMetadata[]) => void)[] = [];
  let isOpen = false;
  const listRooms = async () => {
    const listed = isOpen
      ? await new Promise<readonly MatchMetadata[]>((resolve) => questions.push(resolve))
      : tables;
    return listed.map((metadata) => ({ metadata }));
  };
  const index = new TableIndex({ listRooms } as unknown as MatchMaker, new FakeTime());
  await index.open(presence);
  isOpen = true;
  const answer = async (
    question: (typeof questions)[number] | undefined,
    listed: readonly MatchMetadata[],
  ) => {
    question?.(listed);
    await new Promise(setImmediate);
  };
  return {
    presence,
    index,
    answerFirst: (listed: readonly MatchMetadata[]) => answer(questions.shift(), listed),
    answerLast: (listed: readonly MatchMetadata[]) => answer(questions.pop(), listed),
  };
}

function idsIn(index: TableIndex): string[] {
  return index.list({}, 1).tables.map(({ id }) => id);
}

function tableOf(id: string): MatchMetadata {
  const listing = readListing({ id, code: "CODE", seats: 2, open: 1, host: "Citlali", people: ["Citlali"] });
  return { ...listing, private: false, commitment: "", present: 1, deserted: false };
}
