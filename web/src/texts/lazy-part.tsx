import { Component, type ReactNode, Suspense } from "react";
import { forgetFailedLoads, isFailedLoad, LoadOnce } from "../base/load-once.ts";
import { addTexts, currentLanguage, type Language, LANGUAGES, loadBeforeLanguage } from "./index.ts";
import type { Part as TextPart } from "./parts.ts";

/**
 * Loads something once for each key and language. What the page has loaded in one language is loaded in another one before
 * that becomes the page's: nothing that is on the page suspends when its language changes.
 */
export class LoadByLanguage<Key extends string, Value> {
  readonly #loads: Readonly<Record<Language, LoadOnce<Key, Value>>>;

  constructor(load: (key: Key, language: Language) => Promise<Value>) {
    const loadsIn = (language: Language) => new LoadOnce<Key, Value>((key) => load(key, language));
    this.#loads = Object.fromEntries(
      (Object.keys(LANGUAGES) as Language[]).map((language) => [language, loadsIn(language)]),
    ) as Record<Language, LoadOnce<Key, Value>>;
    loadBeforeLanguage((language) => {
      const keys = Object.values(this.#loads).flatMap((loads) => loads.keys);
      return Promise.all(keys.map((key) => this.#loads[language].load(key)));
    });
  }

  /** Loads what belongs to a key in the page's language. A load that failed is repeated. */
  readonly load = (key: Key): Promise<Value> => this.#loads[currentLanguage()].load(key);

  /** Returns what belongs to a key in the page's language, for a component. Suspends while it is loaded. */
  readonly use = (key: Key): Value => this.#loads[currentLanguage()].use(key);
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

/** ms after which a part that could not be loaded is tried again. */
const RETRY = 3_000;

/** Draws nothing while its part cannot be loaded, and tries again every `RETRY`. Passes other errors on. */
class Later extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(error: unknown) {
    if (!isFailedLoad(error)) throw error;
    return { failed: true };
  }

  override componentDidCatch() {
    setTimeout(() => {
      forgetFailedLoads();
      this.setState({ failed: false });
    }, RETRY);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

/** Returns a component as `lazyPart` does, in whose place nothing stands until it is loaded. */
export function laterPart<Part extends (props: never) => ReactNode>(
  load: () => Promise<Part>,
  ...texts: readonly TextPart[]
): Loadable<Part> {
  const part = lazyPart(load, ...texts);
  const Lazy = part as unknown as (props: object) => ReactNode;
  const LaterPart = (props: object) => (
    <Later>
      <Suspense fallback={null}>
        <Lazy {...props} />
      </Suspense>
    </Later>
  );
  return Object.assign(LaterPart, { load: part.load }) as unknown as Loadable<Part>;
}
