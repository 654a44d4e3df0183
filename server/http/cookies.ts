/** A `__Host-` cookie is bound to this exact host, but requires TLS. */
const cookieName = (name: string) => (isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

/** Binds a sign-up or a phone change to its browser (D1). */
export const flowCookieName = cookieName('flow');
/** Set by the page before it requests a credential from Google. */
export const nonceCookieName = cookieName('google-nonce');
/** Marks a browser that logged in before, to any account (D26). */
export const browserCookieName = cookieName('browser');
/** Marks a browser that logged in to a staff account before. */
export const staffBrowserCookieName = cookieName('staff-browser');
