import { type CSSProperties, type ReactNode, useDeferredValue, useId } from "react";
import { Link } from "wouter";
import { paths } from "../base/routes.ts";
import { Medal } from "../design/parts/medal.tsx";
import { PictureDrawing } from "../game-frame/picture-drawing.tsx";
import type { Spot, StoryMoment } from "../game-frame/story.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./moments-strip.module.css";

interface Props {
  /** The match's id. */
  readonly id: string;
  /** Empty while they are loaded. */
  readonly moments: readonly StoryMoment[];
}

/** What mattered most in a match, in its order; each moment opens the replay there. */
export function MomentsStrip({ id, moments }: Props) {
  const heading = useId();
  return (
    <section className={styles.moments} aria-labelledby={heading}>
      <h2 id={heading}>
        {i18n._("The story in moments")} <small>{i18n._("each opens the replay there")}</small>
      </h2>
      {/* Scrolled sideways on phones; its links take the focus. */}
      <ol className={styles.strip}>
        {moments.map((moment) => (
          <li key={moment.n}>
            <MomentLink id={id} moment={moment} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function MomentLink({ id, moment }: { readonly id: string; readonly moment: StoryMoment }) {
  const { n, when, title, words, picture, board, spot, seat } = moment;
  return (
    <Link href={paths.replay(id, n)} className={styles.moment}>
      <span className={styles.picture}>
        <Piece board={board} spot={spot} />
        <span className={styles.when}>{when}</span>
        <Medal className={styles.medal}>
          <PictureDrawing picture={picture} />
        </Medal>
      </span>
      <span className={styles.words}>
        {seat === null ? null : <SeatSign seat={seat} size="small" />}
        <span className={styles.sentence}>
          <strong>{title}</strong> {words}
        </span>
      </span>
    </Link>
  );
}

interface PieceProps {
  readonly board: ReactNode;
  readonly spot: Spot;
}

/** A piece of the board as it stood, as decoration. It is drawn after the words, and what the player does goes first. */
function Piece({ board, spot: { x, y, width, ratio } }: PieceProps) {
  const shown = useDeferredValue(board, null);
  const place = { "--x": x, "--y": y, "--width": width, "--ratio": ratio } as CSSProperties;
  return (
    <span className={styles.piece} style={place} aria-hidden="true" inert>
      {shown}
    </span>
  );
}
