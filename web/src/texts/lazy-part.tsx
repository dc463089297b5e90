import type { ReactNode } from "react";
import type { Part as TextPart } from "./parts.ts";
import { loadTexts, useTexts } from "./use-texts.ts";
import { LoadOnce } from "../base/load-once.ts";

/**
 * Returns a component that is loaded when it is first drawn, and suspends meanwhile. Unlike React's `lazy` it can try again.
 * @param texts the catalogues with its texts, beside the page's own
 */
export function lazyPart<Part extends (props: never) => ReactNode>(
  load: () => Promise<Part>,
  ...texts: readonly TextPart[]
): Part {
  const parts = new LoadOnce(async () => {
    const [part] = await Promise.all([load(), ...texts.map(loadTexts)]);
    return part;
  });
  const LazyPart = (props: object) => {
    const Loaded = parts.use("part") as unknown as (props: object) => ReactNode;
    useTexts(texts);
    return <Loaded {...props} />;
  };
  return LazyPart as unknown as Part;
}
