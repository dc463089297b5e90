import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";

/* What a match gives its table, in the gallery. `data-fixture`: these texts are in no catalogue. */

/** Stands in for the buttons of a match. */
export function TableMenu({ code }: { readonly code: string }) {
  return (
    <>
      <Button>
        <span data-fixture>{code}</span>
      </Button>
      <Button>
        <span data-fixture>Menu</span>
      </Button>
    </>
  );
}

/** Stands in for the log of a match. */
export function TableLog() {
  return (
    <Panel title={<span data-fixture>What happened</span>}>
      <div role="log" data-fixture>
        The log of the match stands here.
      </div>
    </Panel>
  );
}
