/** A browser keeps a `__Host-` cookie for exactly this host, but only takes it over TLS. */
const cookieName = (name: string) => (isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

/** Binds a sign-up or a change of number to its browser (D1). */
export const flowCookieName = cookieName('flow');
/** Set by the page itself, before it asks Google for a credential. */
export const nonceCookieName = cookieName('google-nonce');
/** Says that this browser logged in before, to whichever account (D26). */
export const browserCookieName = cookieName('browser');
/** The same of the staff's logins. */
export const staffBrowserCookieName = cookieName('staff-browser');
