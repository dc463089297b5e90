import { Fragment } from "react";

/** A text in which `*` stands around what is emphasised. */
export function Emphasis({ text }: { readonly text: string }) {
  return text
    .split("*")
    .map((part, index) =>
      index % 2 === 1 ? (
        <b key={`${index} ${part}`}>{part}</b>
      ) : (
        <Fragment key={`${index} ${part}`}>{part}</Fragment>
      ),
    );
}
