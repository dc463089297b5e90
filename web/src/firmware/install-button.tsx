import { PATHS } from "@flower-war/client-sdk/protocol";
import { Button } from "../design/parts/button.tsx";
import { i18n } from "../texts/index.ts";
import "esp-web-tools/dist/web/install-button.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      // oxlint-disable-next-line typescript/consistent-type-imports -- React's own names hide an import of the file here
      "esp-web-install-button": import("react").HTMLAttributes<HTMLElement> & { readonly manifest: string };
    }
  }
}

/** The button that asks for a port, and then installs in windows of ESP Web Tools. */
export function InstallButton() {
  return (
    <esp-web-install-button manifest={PATHS.installManifest}>
      <Button slot="activate" tone="go">
        {i18n._("Install")}
      </Button>
    </esp-web-install-button>
  );
}
