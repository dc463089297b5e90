import type { SeatInfo } from "@flower-war/client-sdk";
import { useLayoutEffect, useRef, useState } from "react";
import { pointAt } from "../game-frame/board/ring.ts";
import { angleOf, RADIUS, SIDE, STARTS } from "../games/flower-war/board/geometry.ts";
import styles from "./gather-page.module.css";

interface Tie {
  readonly seat: string;
  readonly free: boolean;
  readonly card: Point;
  readonly space: Point;
}

type Point = readonly [x: number, y: number];

/**
 * Lines from the seats' cards to the spaces where their tribes begin. Decoration: the cards name the seats. It stands in
 * one positioned box with the board and with the cards, which have `data-board` and `data-seat`.
 */
export function SeatTies({ seats }: { readonly seats: readonly SeatInfo[] }) {
  const drawing = useRef<SVGSVGElement>(null);
  const [ties, setTies] = useState<readonly Tie[]>([]);
  useLayoutEffect(() => {
    const box = drawing.current?.parentElement;
    if (!box) return;
    const measure = () => setTies(tiesIn(box, seats));
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [box, ...box.querySelectorAll("[data-board], [data-seat]")]) observer.observe(each);
    return () => observer.disconnect();
  }, [seats]);
  return (
    <svg ref={drawing} className={styles.ties} aria-hidden="true">
      {ties.map(({ seat, free, card, space }) => {
        const line = `M${card.join(" ")}L${space.join(" ")}`;
        return (
          <g key={seat} className={free ? styles.free : ""} style={{ color: `var(--seat-${seat})` }}>
            <path d={line} className={styles.edge} />
            <path d={line} />
            <circle cx={space[0]} cy={space[1]} r="6" />
          </g>
        );
      })}
    </svg>
  );
}

function tiesIn(box: Element, seats: readonly SeatInfo[]): readonly Tie[] {
  const origin = box.getBoundingClientRect();
  const board = box.querySelector("[data-board]")?.getBoundingClientRect();
  if (board === undefined) return [];
  const middle = (board.left + board.right) / 2;
  const centre = { x: middle - origin.left, y: (board.top + board.bottom) / 2 - origin.top };
  const scale = board.width / SIDE;
  return seats.flatMap(({ seat, kind }) => {
    const card = box.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
    const home = new Map<string, number>(Object.entries(STARTS)).get(seat);
    if (card === undefined || home === undefined) return [];
    const [x, y] = pointAt(RADIUS.rim * scale, angleOf(home));
    const isLeft = card.right < middle;
    return {
      seat,
      free: kind === "open",
      card: [(isLeft ? card.right : card.left) - origin.left, (card.top + card.bottom) / 2 - origin.top],
      space: [centre.x + x, centre.y + y],
    };
  });
}
