/**
 * Query parameters that messengers, advertisers and other sites add to links. The browser keeps them in the address,
 * and the server does not treat them as specifications (A5). A specification with such a name is available as
 * `spec.<name>`.
 */
const TRACKERS =
  /^(?:utm_.*|fbclid|gclid|dclid|gbraid|wbraid|msclkid|ttclid|igshid|mc_[ce]id|ref|source|section|_.*)$/is;

export function isTracker(name: string): boolean {
  return TRACKERS.test(name);
}
