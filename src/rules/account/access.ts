/** Pages that need a login, each with all its subpages (§2 route table). */
const PROTECTED = /^\/(?:checkout|order-success|profile|track-order)(?:[/?#]|$)/;

/** Returns whether only a logged-in customer may see the path, with or without a query. */
export function needsLogin(path: string): boolean {
  return PROTECTED.test(path);
}
