import type { Order } from '../../contract/orders.ts';

/** What leads out of the shop: the clipboard, other sites, the log. */

/** Rejects where the browser has no clipboard, e.g. on plain http, or refuses it. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Opens another site in a tab of its own, which cannot reach back; in this one where the browser opens none. */
export function openSite(url: string): void {
  const opened = window.open(url, '_blank');
  if (opened === null) location.assign(url);
  else opened.opener = null;
}

/** Writes an order to the browser's log (§2 Orders tab). */
export function logOrder(order: Order | null): void {
  console.info('Order', order);
}
