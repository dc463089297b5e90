/** Defines `<esp-web-install-button>`. It is bundled by its makers: the other entry needs files that @material/web has renamed since. */
declare module "esp-web-tools/dist/web/install-button.js";
