import { Refusal } from "@flower-war/client-sdk";
import type { Exhibit } from "../gallery/gallery.tsx";
import { fakeMatch, GATHERING } from "../gallery/fake-match.ts";
import type { Action } from "../session/use-action.ts";
import { Door } from "./door.tsx";
import type { DoorProps } from "./invitation-card.tsx";
import { NoMatch } from "./no-match.tsx";

const idle: Action = { busy: false, error: null, run: () => {}, clear: () => {} };

function door(props: Partial<DoorProps>) {
  return (
    <Door
      match={fakeMatch({ seats: GATHERING })}
      mine={[]}
      action={idle}
      onBack={() => {}}
      onSit={() => {}}
      onWatch={() => {}}
      {...props}
    />
  );
}

const refusal = (code: string) => new Refusal({ code, message: code });
const full = GATHERING.filter(({ kind }) => kind !== "open");
const mine = {
  server: "",
  match: "gallery00000",
  code: "A346",
  game: "flower-war",
  seat: "south",
  token: "token",
} as const;

const exhibits: readonly Exhibit[] = [
  { name: "door", render: () => door({}) },
  {
    name: "door-seat-taken",
    render: () => door({ action: { ...idle, error: refusal("seat-taken") } }),
  },
  { name: "door-own-seat", render: () => door({ mine: [mine] }) },
  { name: "door-begun", render: () => door({ match: fakeMatch({ seats: full, status: "playing" }) }) },
  { name: "door-over", render: () => door({ match: fakeMatch({ seats: full, status: "over" }) }) },
  { name: "door-unknown", render: () => <NoMatch code="ZZZZ" /> },
  { name: "door-refused", render: () => <NoMatch code="A346" error={refusal("unavailable")} /> },
];
export default exhibits;
