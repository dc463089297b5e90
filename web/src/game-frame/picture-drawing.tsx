import { Drawing } from "../art/drawing.tsx";
import type { Picture } from "./story.ts";

/** A picture of a story, as large as its surroundings. Decoration: words stand beside it. */
export function PictureDrawing({ picture: { sheet, id, colour } }: { readonly picture: Picture }) {
  if (colour === undefined) return <Drawing sheet={sheet} id={id} />;
  return (
    <span style={{ display: "contents", color: `var(--${colour})` }}>
      <Drawing sheet={sheet} id={id} />
    </span>
  );
}
