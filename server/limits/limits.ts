const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Counting key of a limit. `address` is a generous limit, ten times what a household needs: per IPv4 address, or per
 * IPv6 /64, and four times as much per /48 (D24). `mailbox` is an e-mail, with or without an account. `flow` is a
 * browser with the cookie of its own sign-up or phone change (D1).
 */
export type CountedBy = 'address' | 'shopper' | 'staff' | 'mailbox' | 'phone' | 'flow' | 'shop';

export interface Limit {
  readonly what: string;
  readonly by: CountedBy;
  readonly most: number;
  readonly perMs: number;
  /** `database`: shared by all processes. `process`: counted per process (D24). */
  readonly kept: 'database' | 'process';
  /** Not multiplied by `RATE_LIMIT_FACTOR`. */
  readonly isFixed?: true;
  /** For limits by address: the limit of one known browser. Defaults to a tenth of `most`. */
  readonly mostApart?: number;
  /** Replaces `SITES_OF_NET`. */
  readonly sitesOfNet?: number;
}

/** An IPv6 /48 gets this multiple of the limit of a /64. */
export const SITES_OF_NET = 4;

/** The limit of an address is this multiple of a known browser's limit (D24). */
export const APART = 10;

/**
 * All rate limits of the shop. A test compares them with `docs/limits.md`. All windows are sliding, and refusals are
 * not counted.
 */
export const LIMITS = {
  guestCalls: {
    what: 'calls and pages without a good token',
    by: 'address',
    most: 6_000,
    perMs: MINUTE,
    kept: 'process',
  },
  searches: {
    what: 'searches among them, calls and pages',
    by: 'address',
    most: 600,
    perMs: MINUTE,
    kept: 'process',
  },
  countedAnew: {
    what: 'filters counted on demand: with words, a price or details',
    by: 'address',
    most: 240,
    perMs: MINUTE,
    kept: 'process',
  },
  shopperCalls: { what: 'signed-in calls', by: 'shopper', most: 600, perMs: MINUTE, kept: 'process' },
  staffCalls: { what: 'calls of the staff', by: 'staff', most: 600, perMs: MINUTE, kept: 'process' },
  polls: { what: 'requests for a payment status', by: 'shopper', most: 120, perMs: MINUTE, kept: 'process' },
  badCallbacks: { what: 'payment callbacks that are refused', by: 'address', most: 60, perMs: MINUTE, kept: 'process' },
  refusalLines: {
    what: 'lines of the log about refused requests',
    by: 'shop',
    most: 60,
    perMs: MINUTE,
    kept: 'process',
    isFixed: true,
  },

  logins: { what: 'logins', by: 'address', most: 1_000, perMs: 15 * MINUTE, kept: 'database' },
  loginCodes: {
    what: 'login codes after wrong passwords',
    by: 'mailbox',
    most: 1,
    perMs: 15 * MINUTE,
    kept: 'database',
    isFixed: true,
  },
  guessMails: {
    what: 'mails about wrong passwords',
    by: 'mailbox',
    most: 1,
    perMs: DAY,
    kept: 'database',
    isFixed: true,
  },
  staffLogins: { what: 'logins of the staff', by: 'address', most: 50, perMs: 15 * MINUTE, kept: 'database' },
  staffTurns: {
    what: 'turns promised to waiting staff',
    by: 'address',
    most: 2,
    perMs: 15 * MINUTE,
    kept: 'database',
    isFixed: true,
    sitesOfNet: 1,
  },
  googleLogins: { what: 'sign-ins with Google', by: 'address', most: 1_000, perMs: 15 * MINUTE, kept: 'database' },

  signUps: { what: 'sign-ups', by: 'address', most: 50, perMs: HOUR, kept: 'database' },
  signUpMails: {
    what: 'mails about a repeated sign-up',
    by: 'mailbox',
    most: 1,
    perMs: DAY,
    kept: 'database',
    isFixed: true,
  },
  completions: { what: 'completed sign-ups', by: 'address', most: 300, perMs: HOUR, kept: 'database' },
  googlePhones: { what: 'phones of sign-ins with Google', by: 'address', most: 200, perMs: HOUR, kept: 'database' },

  // The owner of a /48 can use at most half of the shop's codes (F3).
  codes: { what: 'requests for a code', by: 'address', most: 100, perMs: HOUR, kept: 'database', sitesOfNet: 1 },
  codesOfPhone: { what: 'codes that are sent', by: 'phone', most: 5, perMs: HOUR, kept: 'database' },
  codesOfCaller: {
    what: 'codes sent, from the reserved part',
    by: 'address',
    most: 5,
    mostApart: 5,
    perMs: HOUR,
    kept: 'database',
    sitesOfNet: 1,
  },
  codesOfShop: {
    what: 'codes that are sent: an hour of 5000 a day',
    by: 'shop',
    most: 208,
    perMs: HOUR,
    kept: 'database',
  },
  codeChecks: { what: 'trying a code', by: 'address', most: 600, perMs: HOUR, kept: 'database' },

  resets: { what: 'requests for a new password', by: 'address', most: 300, perMs: HOUR, kept: 'database' },
  resetsOfMailboxMinute: {
    what: 'requests for a new password',
    by: 'mailbox',
    most: 1,
    perMs: MINUTE,
    kept: 'database',
  },
  links: { what: 'using a link of a mail', by: 'address', most: 600, perMs: HOUR, kept: 'database' },
  passwords: { what: 'changing the password', by: 'shopper', most: 10, perMs: HOUR, kept: 'database' },
  profiles: { what: 'saving the profile', by: 'shopper', most: 60, perMs: HOUR, kept: 'database' },
  contactChanges: { what: 'a new phone or e-mail', by: 'shopper', most: 10, perMs: HOUR, kept: 'database' },
  emailLinks: { what: 'links to a new e-mail', by: 'shopper', most: 5, perMs: HOUR, kept: 'database' },
  linksOfMailboxDay: {
    what: 'mails with a link, to a new password or a new e-mail',
    by: 'mailbox',
    most: 10,
    perMs: DAY,
    kept: 'database',
  },
  emailLinksOfMailbox: { what: 'links to a new e-mail', by: 'mailbox', most: 5, perMs: HOUR, kept: 'database' },
  phoneProofs: { what: 'confirming a new phone', by: 'shopper', most: 30, perMs: HOUR, kept: 'database' },

  orders: { what: 'orders', by: 'shopper', most: 10, perMs: MINUTE, kept: 'database' },
  prompts: { what: 'M-Pesa prompts that are sent', by: 'shopper', most: 3, perMs: MINUTE, kept: 'database' },
  claims: {
    what: 'receipts sent with "I have paid"',
    by: 'shopper',
    most: 5,
    perMs: DAY,
    kept: 'database',
    isFixed: true,
  },
  paymentQrs: { what: 'QR codes of payments by hand', by: 'shopper', most: 30, perMs: HOUR, kept: 'database' },
  reviews: { what: 'reviews', by: 'shopper', most: 5, perMs: MINUTE, kept: 'database' },
  textsOfPhone: {
    what: 'texts about orders; more are sent later',
    by: 'phone',
    most: 20,
    perMs: HOUR,
    kept: 'database',
  },
  messages: { what: 'messages to the shop', by: 'address', most: 50, perMs: HOUR, kept: 'database' },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof LIMITS;
/** Limits that do not need the database. */
export type ProcessLimit = {
  [Name in LimitName]: (typeof LIMITS)[Name]['kept'] extends 'process' ? Name : never;
}[LimitName];

/**
 * Codes of a phone's hourly limit that a browser must leave to others: two for a stranger, one for a browser whose own
 * sign-up or change waits for the phone, none for a browser that is or was logged in to the phone's account (D24).
 */
export const PLACES_LEFT = { account: 0, flow: 1, stranger: 2 } as const;
/**
 * Fraction of a mailbox's daily mails with a link that strangers may use. The rest is reserved for its owner's browsers
 * (X61).
 */
export const LINKS_OF_STRANGERS = 0.8;
/** Minutes that a promised turn stays valid after the announced wait (D24). */
export const TURN_MINUTES = 10;
/** Fraction of the shop's hourly codes that is not reserved for browsers with few codes (D23). */
export const SHARE_OF_STRANGERS = 0.8;
/** Number of failures in unknown browsers before shoppers need a code and the staff must wait (D26). */
export const FAILURES_WITHOUT_WAIT = 4;
/** Lifetime of a login code in minutes. Longer than the time until the next code, so that one is always valid. */
export const LOGIN_CODE_MINUTES = 30;
export const WAITS_MINUTES = [1, 2, 4, 8, 15] as const;
/** Number of waiting browsers per staff account that are promised a turn (D26). */
export const STAFF_TURNS = 4;

/** Days that a browser stays known after its last login. Browsers keep cookies for at most 400 days. */
export const BROWSER_DAYS = 365;
