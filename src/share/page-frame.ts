/**
 * How every page begins. `unshare` removes no file that does not begin like this, whatever the index says.
 */
export const PAGE_MARKER = '<!doctype html><!-- a session shared by praisonai -->';

/** The only style; its hash stands in the policy. Colours come from the system's, so they are readable dark and light. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: Canvas; color: CanvasText; font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin-top: 2.5rem; border-bottom: 1px solid GrayText; }
h3 { font-size: 0.85rem; margin: 0 0 0.3rem; }
time, .note, li { color: color-mix(in srgb, CanvasText 72%, Canvas); }
time { font-weight: normal; margin-left: 0.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; font-size: 0.9rem; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.prompt, li { font-family: ui-monospace, monospace; font-size: 0.85rem; }
.prompt { border: 1px solid GrayText; border-radius: 0.4rem; padding: 0.8rem; }
section { border-left: 0.25rem solid GrayText; padding: 0.2rem 0 0.2rem 0.9rem; margin: 1.2rem 0; }
section.human { border-color: LinkText; }
ul { list-style: none; padding-left: 1.15rem; margin: 0.6rem 0; }
li { overflow-wrap: anywhere; }
`;
