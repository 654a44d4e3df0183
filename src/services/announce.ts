/** Time that an announcement stays visible. */
const SHOWN_MS = 10_000;
/** Screen readers announce text only in a region that existed before it. */
const QUIET_MS = 100;

/**
 * Shows the text in a status region beside the app that outlives the calling page. Nothing waits for it, and it does
 * not move the focus (A54). Styled by `.announcement` in src/views/account/google-sign-in.css.ts.
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
