import type { SeatState } from "@flower-war/client-sdk";

interface Props {
  readonly person: Readonly<SeatState>;
  /** It is the viewer. */
  readonly own: boolean;
}

/** Who sits on a seat, and what is to be known of them. */
export function Person({ person: { kind, name, connected, temple, templeOnline }, own }: Props) {
  if (kind === "open") return <span className="faint">open</span>;
  const marks = [
    own ? "you" : null,
    kind === "human" && !connected ? "away" : null,
    temple === "" ? null : `temple${templeOnline ? "" : " offline"}`,
  ].filter((mark) => mark !== null);
  return (
    <>
      {name}
      {marks.length === 0 ? null : <span className="faint"> ({marks.join(", ")})</span>}
    </>
  );
}
