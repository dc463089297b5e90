import { type ReactNode, Suspense } from "react";
import { LoadOnce } from "../base/load-once.ts";
import { addTexts, currentLanguage, LANGUAGES, type Language, loadBeforeLanguage } from "./index.ts";
import type { Part as TextPart } from "./parts.ts";

/**
 * Loads something once for each key and language. What the page has loaded in one language is loaded in another one before
 * that becomes the page's: nothing that is on the page suspends when its language changes.
 */
export class LoadByLanguage<Key extends string, Value> {
  readonly #loads: ReadonlyMap<Language, LoadOnce<Key, Value>>;

  constructor(load: (key: Key, language: Language) => Promise<Value>) {
    this.#loads = new Map(
      (Object.keys(LANGUAGES) as Language[]).map((language) => [
        language,
        new LoadOnce<Key, Value>((key) => load(key, language)),
      ]),
    );
    loadBeforeLanguage((language) => {
      const keys = [...this.#loads.values()].flatMap((loads) => loads.keys);
      return Promise.all(keys.map((key) => this.#in(language).load(key)));
    });
  }

  /** Loads what belongs to a key in the page's language. A load that failed is repeated. */
  readonly load = (key: Key): Promise<Value> => this.#in(currentLanguage()).load(key);

  /** Returns what belongs to a key in the page's language, for a component. Suspends while it is loaded. */
  readonly use = (key: Key): Value => this.#in(currentLanguage()).use(key);

  #in(language: Language): LoadOnce<Key, Value> {
    const loads = this.#loads.get(language);
    if (loads === undefined) throw new Error(`the page has no language ${language}`);
    return loads;
  }
}

const catalogs = new LoadByLanguage<TextPart, true>(async (part, language) => {
  await addTexts(part, language);
  return true;
});

/** A component that is loaded when it is first drawn, or before that by `load`, which rejects if it cannot be now. */
type Loadable<Part> = Part & { readonly load: () => Promise<unknown> };

/**
 * Returns a component that is loaded when it is first drawn, and suspends meanwhile. Unlike React's `lazy` it can try again.
 * @param texts the catalogues with its texts, beside the page's own
 */
export function lazyPart<Part extends (props: never) => ReactNode>(
  load: () => Promise<Part>,
  ...texts: readonly TextPart[]
): Loadable<Part> {
  const parts = new LoadOnce(async () => {
    const [part] = await Promise.all([load(), ...texts.map(catalogs.load)]);
    return part;
  });
  const LazyPart = (props: object) => {
    const Loaded = parts.use("part") as unknown as (props: object) => ReactNode;
    for (const part of texts) catalogs.use(part);
    return <Loaded {...props} />;
  };
  return Object.assign(LazyPart, { load: () => parts.load("part") }) as unknown as Loadable<Part>;
}

/** Returns a component as `lazyPart` does, in whose place nothing stands until it is loaded. */
export function laterPart<Part extends (props: never) => ReactNode>(
  load: () => Promise<Part>,
  ...texts: readonly TextPart[]
): Loadable<Part> {
  const part = lazyPart(load, ...texts);
  const Lazy = part as unknown as (props: object) => ReactNode;
  const LaterPart = (props: object) => (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  );
  return Object.assign(LaterPart, { load: part.load }) as unknown as Loadable<Part>;
}
