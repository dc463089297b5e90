import { CATALOG } from "../games/catalog.ts";
import type { Exhibit } from "./gallery.tsx";
import { LinkPreview } from "./link-preview.tsx";

/** web/tools/previews.ts draws them for the server, which names them in its pages. */
const exhibits: readonly Exhibit[] = Object.entries(CATALOG).map(([game, { title }]) => ({
  name: `link-preview-${game}`,
  render: () => <LinkPreview game={game} title={title} />,
}));
export default exhibits;
