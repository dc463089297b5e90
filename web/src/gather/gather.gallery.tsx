import type { Exhibit } from "../gallery/gallery.tsx";
import { fakeMatch, fakeSeat, GATHERING } from "../gallery/fake-match.ts";
import { GatherPage } from "./gather-page.tsx";

const exhibits: readonly Exhibit[] = [
  { name: "gather", render: () => <GatherPage match={fakeMatch({ seats: GATHERING, seat: "east" })} /> },
  {
    name: "gather-guest",
    render: () => <GatherPage match={fakeMatch({ seats: GATHERING, seat: "south" })} />,
  },
  {
    name: "gather-countdown",
    render: () => (
      <GatherPage
        match={fakeMatch({ seats: GATHERING, seat: "east", start: "countdown", startsIn: 14_000 })}
      />
    ),
  },
  {
    name: "gather-private-alone",
    render: () => (
      <GatherPage
        match={fakeMatch({
          seats: [fakeSeat("east", "Citlali", { host: true }), fakeSeat("west", null)],
          seat: "east",
          private: true,
        })}
      />
    ),
  },
  {
    name: "gather-space-aztecs",
    render: () => (
      <GatherPage
        match={fakeMatch({
          game: "space-aztecs",
          seats: [fakeSeat("0", "Citlali", { host: true }), fakeSeat("1", null), fakeSeat("2", null)],
          seat: "0",
        })}
      />
    ),
  },
];
export default exhibits;
