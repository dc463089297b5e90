import type { ReactNode } from "react";
import { LoadOnce } from "./load-once.ts";

/** Returns a component that is loaded when it is first drawn, and suspends meanwhile. Unlike React's `lazy` it can try again. */
export function lazyPart<Part extends (props: never) => ReactNode>(load: () => Promise<Part>): Part {
  const parts = new LoadOnce(load);
  const LazyPart = (props: object) => {
    const Loaded = parts.use("part") as unknown as (props: object) => ReactNode;
    return <Loaded {...props} />;
  };
  return LazyPart as unknown as Part;
}
