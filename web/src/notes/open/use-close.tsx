import { type ReactNode, useState } from "react";
import { Button } from "../../design/parts/button.tsx";
import { i18n } from "../../texts/index.ts";

/** Lets a note be closed that stays for long: on phones it lies over the menu. @returns whether it is, and the button */
export function useClose(): readonly [boolean, ReactNode] {
  const [closed, setClosed] = useState(false);
  const button = <Button onClick={() => setClosed(true)}>{i18n._("Close")}</Button>;
  return [closed, button];
}
