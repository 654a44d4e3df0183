/** How long what was announced stands there. */
const SHOWN_MS = 10_000;
/** Screen readers know a region that was there before its text. */
const QUIET_MS = 100;

/**
 * Says it in a status region that outlives the page which asked for it, beside the app: nothing waits for it and no
 * focus moves to it (A54). Drawn by `.announcement` in src/views/account/google-sign-in.css.ts.
 */
export function announce(text: string): void {
  if (!('document' in globalThis)) return;
  const region = document.createElement('div');
  region.setAttribute('role', 'status');
  region.className = 'announcement';
  document.body.append(region);
  setTimeout(() => (region.textContent = text), QUIET_MS);
  setTimeout(() => region.remove(), SHOWN_MS);
}
