import type { Exhibit } from "../gallery/gallery.tsx";
import { CreatePage } from "./create-page.tsx";

const exhibits: readonly Exhibit[] = [{ name: "create", render: () => <CreatePage /> }];
export default exhibits;
