/** The style of the page of the HTTP API: for any width, light and dark. */
export const API_PAGE_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8d4cc, #45413a); --soft: light-dark(#5d574d, #b5aea2);
  --accent: light-dark(#8a2b12, #ffa98a); --field: light-dark(#f3f0ea, #26231f) }
* { box-sizing: border-box }
html { scroll-behavior: auto; scroll-padding-top: 1rem }
body { margin: 0; background: light-dark(#fffdf9, #191714); color: light-dark(#24211c, #ece7de);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
header, nav, main { max-width: 56rem; margin: 0 auto; padding: 1rem }
main { padding-bottom: 4rem }
h1, h2, h3, h4 { line-height: 1.25; margin: 0 }
h2 { margin-top: 2.5rem; padding-bottom: .25rem; border-bottom: 2px solid var(--accent) }
h3 { font-size: 1.1rem } h4 { font-size: .95rem; margin-top: .75rem; color: var(--soft) }
p, ul, dl { margin: .5rem 0 }
a { color: var(--accent) }
code { font: .9em ui-monospace, monospace; background: var(--field); padding: .05em .25em; border-radius: .25em }
article { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line) }
article:target > :first-child { outline: 2px solid var(--accent); outline-offset: .35rem }
.method { display: inline-block; min-width: 3.6rem; font-size: .85rem; color: var(--accent) }
h3 code { background: none; padding: 0; font-size: 1rem }
nav ul { list-style: none; padding: 0 } nav li { padding: .15rem 0 }
details > summary { cursor: pointer; padding: .35rem 0 }
dl > div { padding: .35rem 0; border-top: 1px dashed var(--line) }
dl > div:first-child { border-top: 0 }
dt { display: inline } dt code { font-weight: 600 }
dd { margin: 0 0 0 1rem } dd p { margin: 0 }
.type, .note { color: var(--soft); font-size: .9rem }
@media (min-width: 50rem) { nav ul { columns: 2 } }
`;
