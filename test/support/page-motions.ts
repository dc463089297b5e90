import type { Page } from "playwright-core";

/** One animation that the page began on a pawn of Flower War. */
export interface WalkSeen {
  readonly pawn: string;
  readonly ms: number;
  /** The space, 1-20, at which the pawn is drawn at each step of its way. */
  readonly spaces: readonly number[];
}

/** What moved on a page since it was loaded. */
interface MotionsSeen {
  readonly walks: readonly WalkSeen[];
  /** How many animations scripts began. */
  readonly begun: number;
  /** The most animations, those of style sheets included, that ran in one frame. */
  readonly most: number;
  /** What drawn things would look like at the end of their animation, if not as they are drawn. */
  readonly leftovers: readonly string[];
  /** In how many frames the panel asked the viewer of Flower War while the board still moved. */
  readonly early: number;
}

declare global {
  interface Window {
    motions: { walks: WalkSeen[]; begun: number; most: number; leftovers: string[]; early: number };
  }
}

/**
 * Watches what moves on a page from its next load on. A pawn's animation is looked at when it begins: it is put to each of its
 * steps, and back.
 */
export async function watchMotions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const motions: Window["motions"] = { walks: [], begun: 0, most: 0, leftovers: [], early: 0 };
    window.motions = motions;

    /** The space nearest to an element's middle: they lie counter-clockwise, the third at the right. */
    const spaceAt = (element: Element): number => {
      const board = document.querySelector("[data-board]")?.getBoundingClientRect() ?? new DOMRect();
      const { x, y, width, height } = element.getBoundingClientRect();
      const [right, down] = [
        x + width / 2 - board.x - board.width / 2,
        y + height / 2 - board.y - board.height / 2,
      ];
      const turns = Math.atan2(-down, right) / (2 * Math.PI);
      return ((Math.round(turns * 20) + 22) % 20) + 1;
    };

    /** What a keyframe has besides a look. */
    const TIMING = ["offset", "computedOffset", "easing", "composite"];

    const begin: { value?: Element["animate"] } =
      Object.getOwnPropertyDescriptor(Element.prototype, "animate") ?? {};
    Element.prototype.animate = function animate(this: Element, ...given: Parameters<Element["animate"]>) {
      const animation = begin.value?.apply(this, given);
      if (animation === undefined) throw new Error("this browser animates nothing");
      motions.begun += 1;
      const pawn = this.getAttribute("data-pawn");
      const { effect } = animation;
      const ms = Number(effect?.getComputedTiming().duration);
      const keyframes = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
      const frames = keyframes.length;
      // Drawings that fly are removed when they arrive.
      const isDrawn = effect?.getTiming().fill !== "forwards";
      for (const keyframe of isDrawn ? keyframes : []) {
        const look = Object.entries(keyframe).filter(([name]) => !TIMING.includes(name));
        const isNeutral = look.every(
          ([name, value]) => name === "translate" && /^0(px)?( 0(px)?)?$/.test(String(value)),
        );
        if (keyframe.computedOffset === 1 && !isNeutral) motions.leftovers.push(JSON.stringify(keyframe));
      }
      if (pawn !== null) {
        const spaces = Array.from({ length: frames }, (_, step) => {
          // The very end of an animation is no longer a part of it.
          animation.currentTime = Math.min(ms - 0.01, (step / (frames - 1)) * ms);
          return spaceAt(this.querySelector("use") ?? this);
        });
        animation.currentTime = 0;
        motions.walks.push({ pawn, ms, spaces });
      }
      return animation;
    };

    const count = () => {
      motions.most = Math.max(motions.most, document.getAnimations().length);
      const title = document.querySelector('[aria-label="What you can do"] h2')?.textContent ?? "";
      const isMoving = document.querySelector('main[aria-busy="true"]') !== null;
      if (isMoving && /^Your (turn|decision)/.test(title)) motions.early += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
}

export const motionsOf = (page: Page): Promise<MotionsSeen> => page.evaluate(() => window.motions);
