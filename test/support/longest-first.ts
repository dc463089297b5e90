import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LONG_TESTS } from "./long-tests.ts";

/** Starts the long test files first, so that no worker has a long one left when the others have none. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG_TESTS.findIndex((path) => moduleId.endsWith(`/${path}`));
  return place === -1 ? LONG_TESTS.length : place;
}
