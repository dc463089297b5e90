/** Files that a table imports. A picture is its path; an SVG file with a `<symbol>` for each drawing is a `Sheet`. */
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
declare module "*.jpeg" {
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
