import { type ReactNode, useEffect, useRef } from "react";
import styles from "./tip.module.css";

/** ms that the pointer rests on a thing before it is explained. */
const DELAY = 350;
const CONTROL = "a, button, [role='button'], [tabindex]";
/** Distance in px between a thing and its tip. */
const GAP = 8;

/**
 * Explains whatever in it has `data-tip`: on hover, focus and tap. The first line of the text is its title. There is one
 * tip at a time; Escape closes it. What a tip says must also be in the thing's accessible name or in a panel.
 */
export function Tips({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [root, popover] = [area.current, tip.current];
    if (root === null || popover === null) return undefined;
    return explain(root, popover);
  }, []);
  return (
    <div ref={area} style={{ display: "contents" }}>
      {children}
      <div ref={tip} popover="manual" className={styles.tip} aria-hidden="true" />
    </div>
  );
}

/** Shows tips within `root`, and returns the function that stops it. */
function explain(root: HTMLElement, popover: HTMLElement): () => void {
  let shown: Element | null = null;
  let timer = 0;
  const stop = new AbortController();
  const hide = () => {
    clearTimeout(timer);
    shown = null;
    if (popover.matches(":popover-open")) popover.hidePopover();
  };
  const show = (thing: Element, delay: number) => {
    if (thing === shown) return;
    hide();
    shown = thing;
    timer = window.setTimeout(() => {
      if (!thing.isConnected) return;
      popover.textContent = thing.getAttribute("data-tip");
      popover.showPopover();
      place(popover, thing.getBoundingClientRect());
    }, delay);
  };
  const on = (type: string, listener: (event: Event) => void, target: EventTarget = root) =>
    target.addEventListener(type, listener, { signal: stop.signal });
  on("pointerover", (event) => {
    const thing = tipped(event.target);
    if (thing === null) hide();
    else if (!(event instanceof PointerEvent) || event.pointerType === "mouse") show(thing, DELAY);
  });
  on("pointerleave", hide);
  on("focusin", (event) => {
    const thing = tipped(event.target);
    if (thing?.matches(":focus-visible") === true) show(thing, 0);
  });
  on("focusout", hide);
  on("click", (event) => {
    const thing = tipped(event.target);
    const touched = event instanceof PointerEvent && event.pointerType !== "mouse";
    // A tap on a control does what the control does; its tip would only be in the way.
    if (thing === null || !touched || thing.matches(CONTROL)) hide();
    else show(thing, 0);
  });
  on(
    "keydown",
    (event) => {
      if (event instanceof KeyboardEvent && event.key === "Escape") hide();
    },
    document,
  );
  on("scroll", hide, window);
  return () => {
    stop.abort();
    hide();
  };
}

function tipped(target: EventTarget | null): Element | null {
  const thing = target instanceof Element ? target.closest("[data-tip]") : null;
  return thing?.getAttribute("data-tip") === "" ? null : thing;
}

/** Places the tip above a thing, or below it where there is no room. */
function place(popover: HTMLElement, thing: DOMRect): void {
  const { width, height } = popover.getBoundingClientRect();
  const left = Math.min(Math.max(GAP, thing.x + thing.width / 2 - width / 2), innerWidth - width - GAP);
  const above = thing.y - height - GAP;
  const top = above >= GAP ? above : Math.min(thing.bottom + GAP, innerHeight - height - GAP);
  popover.style.left = `${left}px`;
  popover.style.top = `${Math.max(GAP, top)}px`;
}
