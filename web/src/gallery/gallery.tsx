import { Fragment, type ReactNode } from "react";
import { useSearch } from "wouter";

/** One state of one part. `name` is its address: `gallery.html?state=<name>` shows it alone. */
export interface Exhibit {
  readonly name: string;
  readonly render: () => ReactNode;
}

const modules = import.meta.glob<{ default: readonly Exhibit[] }>("../**/*.gallery.tsx", { eager: true });

const EXHIBITS = Object.values(modules).flatMap((module) => module.default);

/** A list of all states, or the one that the address names. */
export function Gallery() {
  const query = new URLSearchParams(useSearch());
  const chosen = EXHIBITS.find(({ name }) => name === query.get("state"));
  if (chosen !== undefined) return <Fragment key={chosen.name}>{chosen.render()}</Fragment>;
  return (
    <main>
      <h1>Gallery</h1>
      <ul>
        {EXHIBITS.map(({ name }) => (
          <li key={name}>
            <a href={`?state=${name}`}>{name}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}
