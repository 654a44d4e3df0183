import type { Order } from '../../contract/orders.ts';

/** Effects outside the shop: the clipboard, other sites, the log. */

/** Rejects when the browser has no clipboard, e.g. on plain http, or refuses access. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Opens another site in a new tab without access to this one, or in this tab when the browser opens none. */
export function openSite(url: string): void {
  const opened = window.open(url, '_blank');
  if (opened === null) location.assign(url);
  else opened.opener = null;
}

/** Logs an order to the browser's console (§2 Orders tab). */
export function logOrder(order: Order | null): void {
  console.info('Order', order);
}
