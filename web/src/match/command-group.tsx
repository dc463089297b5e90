import { useId } from "react";
import type { Offer } from "../games/face.ts";

/** A legal command and its button. */
export interface Choice {
  readonly key: string;
  readonly offer: Offer;
  readonly play: () => void;
}

interface Props {
  readonly heading: string | undefined;
  readonly choices: readonly Choice[];
}

/** Buttons of one kind, under their heading. */
export function CommandGroup({ heading, choices }: Props) {
  const id = useId();
  const buttons = choices.map((choice) =>
    choice.offer.grave === true ? (
      <GraveCommand key={choice.key} choice={choice} />
    ) : (
      <button key={choice.key} type="button" onClick={choice.play}>
        {choice.offer.words}
      </button>
    ),
  );
  if (heading === undefined) return <div className="buttons">{buttons}</div>;
  return (
    <div role="group" aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      <div className="buttons minor">{buttons}</div>
    </div>
  );
}

function GraveCommand({ choice: { offer, play } }: { choice: Choice }) {
  return (
    <details className="grave">
      <summary>{offer.words}</summary>
      <button type="button" onClick={play}>
        Yes, for good
      </button>
    </details>
  );
}
