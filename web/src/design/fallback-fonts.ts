/**
 * Loads what stands in for Alegreya Sans (fallback-fonts.css) before that is asked for. Firefox begins to load no other font of a family's list
 * while one is on its way: the page would stand in the system's wider font, and jump when Alegreya Sans comes.
 */
export function loadFallbackFonts(): void {
  for (const font of ["Arial", "Roboto", "DejaVu"])
    for (const weight of [500, 700])
      document.fonts.load(`${weight} 1em "Alegreya Sans as ${font}"`).catch(() => {}); // the system has none of these
}
