// Nothing but this call: the bundler puts the rest into a file that other pages load too, and they open themselves.
import { openPage } from "./open-page.tsx";

// Not awaited: modules that are loaded for it import from this one's file.
void openPage();
