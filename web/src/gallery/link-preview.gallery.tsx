import { Drawing } from "../art/drawing.tsx";
import { GamePicture } from "../board-picture/index.tsx";
import { CATALOG } from "../games/catalog.ts";
import type { Exhibit } from "./gallery.tsx";
import styles from "./link-preview.module.css";

/** web/tools/previews.ts draws them for the server, which names them in its pages. */
const exhibits: readonly Exhibit[] = Object.entries(CATALOG).map(([game, { title }]) => ({
  name: `link-preview-${game}`,
  render: () => <LinkPreview game={game} title={title} />,
}));
export default exhibits;

interface Props {
  readonly game: string;
  readonly title: string;
}

/** The picture of a game that links show elsewhere, 1200 x 630. It has no words but names: it is the same in all languages. */
function LinkPreview({ game, title }: Props) {
  return (
    <main className={styles.preview} data-theme="light">
      <div className={styles.picture}>
        <GamePicture game={game} seats={["east", "north", "south", "west"]} play={{ options: {} }} />
      </div>
      <div className={styles.words}>
        <Drawing sheet="signs" id="xochitl" className={styles.sign} />
        <h1>{title}</h1>
        {game === "flower-war" ? null : <p>Flower War</p>}
      </div>
      <div className={styles.fret} />
    </main>
  );
}
