/** §2 route table: the pages that need a login, each with everything below it. */
const PROTECTED = /^\/(?:checkout|order-success|profile|track-order)(?:[/?#]|$)/;

/** True for a path, with or without query, that only a logged-in customer may see. */
export function needsLogin(path: string): boolean {
  return PROTECTED.test(path);
}
