import { Drawing } from "../../art/drawing.tsx";
import type { Exhibit } from "../../gallery/gallery.tsx";
import { Button } from "./button.tsx";
import { Panel } from "./panel.tsx";
import { SeatMark } from "./seat-mark.tsx";

const exhibits: readonly Exhibit[] = [
  {
    name: "parts",
    render: () => (
      <main>
        <Panel title="Parts" lit>
          <Button>Plain</Button> <Button tone="go">Go</Button> <Button tone="rain">Rain</Button>{" "}
          <Button tone="gold" shortcut="E">
            End turn
          </Button>{" "}
          <Button aria-disabled>Not now</Button>
          {["east", "north", "south", "west", "topan", "mictlan"].map((seat) => (
            <SeatMark key={seat} seat={seat} className="mark" />
          ))}
          <Drawing sheet="signs" id="cuauhtli" />
          <Drawing sheet="cards" id="mist" />
        </Panel>
      </main>
    ),
  },
];
export default exhibits;
