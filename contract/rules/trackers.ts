/**
 * Keys that messengers, advertisers and other sites put on links: no filters, so the browser leaves them in the address
 * and the server does not look for a specification of that name (A5). Such a one is reached as `spec.<name>`.
 */
const TRACKERS =
  /^(?:utm_.*|fbclid|gclid|dclid|gbraid|wbraid|msclkid|ttclid|igshid|mc_[ce]id|ref|source|section|_.*)$/is;

export function isTracker(name: string): boolean {
  return TRACKERS.test(name);
}
