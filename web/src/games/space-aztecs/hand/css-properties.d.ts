import "react";

declare module "react" {
  interface CSSProperties {
    /** How many cards a card of a fan is right of the middle, below 0 if left. */
    readonly "--lean"?: number;
  }
}
