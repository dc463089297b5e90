import type { ReactNode } from "react";

/** A page around a part that is none by itself, so that it is judged as a page is: with a heading and a main region. */
export function PartPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main>
      <h1 data-fixture>{title}</h1>
      {children}
    </main>
  );
}
