import { useEffect } from "react";
import { focus } from "./focus.ts";

/** Whether a page was shown before: the first one leaves the focus where the browser has it. */
let visited = false;

/**
 * Makes a component a page: the document gets its title, and the focus goes to the page's heading.
 * @param title without the name of the site, which is added; `""`: the name alone
 */
export function usePage(title: string): void {
  useTitle(title === "" ? "Flower War" : `${title} - Flower War`);
  useHeadingFocus();
}

/** Gives the document a title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Moves the focus to the page's heading when the component is first shown, unless it is the first page of the visit. */
export function useHeadingFocus(): void {
  useEffect(() => {
    if (visited) focus(document.querySelector<HTMLElement>("h1"));
    visited = true;
  }, []);
}
