/** Files that a table imports: of a picture it gets the path. Of drawings, each a `<symbol>` in an SVG file, a `Sheet`. */
declare module "*.svg" {
  const path: `/own-games/${string}`;
  export default path;
}
declare module "*.png" {
  const path: string;
  export default path;
}
declare module "*.jpg" {
  const path: string;
  export default path;
}
declare module "*.webp" {
  const path: string;
  export default path;
}
declare module "*.avif" {
  const path: string;
  export default path;
}
declare module "*.css";
