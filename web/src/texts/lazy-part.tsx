import type { ReactNode } from "react";
import { LoadOnce } from "../base/load-once.ts";
import { addTexts } from "./index.ts";
import { LoadByLanguage } from "./load-by-language.ts";
import type { Part as TextPart } from "./parts.ts";

const catalogs = new LoadByLanguage<TextPart, true>(async (part, language) => {
  await addTexts(part, language);
  return true;
});

/**
 * Returns a component that is loaded when it is first drawn, and suspends meanwhile. Unlike React's `lazy` it can try again.
 * @param texts the catalogues with its texts, beside the page's own
 */
export function lazyPart<Part extends (props: never) => ReactNode>(
  load: () => Promise<Part>,
  ...texts: readonly TextPart[]
): Part {
  const parts = new LoadOnce(async () => {
    const [part] = await Promise.all([load(), ...texts.map(catalogs.load)]);
    return part;
  });
  const LazyPart = (props: object) => {
    const Loaded = parts.use("part") as unknown as (props: object) => ReactNode;
    for (const part of texts) catalogs.use(part);
    return <Loaded {...props} />;
  };
  return LazyPart as unknown as Part;
}
