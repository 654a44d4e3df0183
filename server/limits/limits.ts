const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Who is counted. `address` is a coarse budget, ten times what a household needs: an IPv4 address, or a /64 of IPv6 and
 * with four times as much its /48 (D24). A `mailbox` is an e-mail, whether somebody has it or not; a
 * `flow` is a browser that carries the cookie of its own sign-up or change of number (D1).
 */
export type Counted = 'address' | 'shopper' | 'staff' | 'mailbox' | 'phone' | 'flow' | 'shop';

export interface Limit {
  readonly what: string;
  readonly by: Counted;
  readonly most: number;
  readonly perMs: number;
  /** In the database all processes count together; in the process each counts for itself (D24). */
  readonly kept: 'database' | 'process';
  /** Not multiplied by RATE_LIMIT_FACTOR. */
  readonly isFixed?: true;
  /** Of a limit by address: what one browser may do that the shop knows; a tenth of `most` unless given. */
  readonly mostApart?: number;
  /** Instead of SITES_OF_NET. */
  readonly sitesOfNet?: number;
}

/** A /48 of IPv6 may do as much as so many of its /64s. */
export const SITES_OF_NET = 4;

/** An address may do as much as so many browsers that the shop knows (D24). */
export const APART = 10;

/** All limits of the shop; docs/limits.md is compared with it. Every window slides, and a refusal is not counted. */
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
    what: 'filters that are counted anew: with words, a price or details',
    by: 'address',
    most: 240,
    perMs: MINUTE,
    kept: 'process',
  },
  shopperCalls: { what: 'signed-in calls', by: 'shopper', most: 600, perMs: MINUTE, kept: 'process' },
  staffCalls: { what: 'calls of the staff', by: 'staff', most: 600, perMs: MINUTE, kept: 'process' },
  polls: { what: 'asking for the status of a payment', by: 'shopper', most: 120, perMs: MINUTE, kept: 'process' },
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
    what: 'codes that a login needs after guesses',
    by: 'mailbox',
    most: 1,
    perMs: 15 * MINUTE,
    kept: 'database',
    isFixed: true,
  },
  guessMails: {
    what: 'mails that say that a password is guessed',
    by: 'mailbox',
    most: 1,
    perMs: DAY,
    kept: 'database',
    isFixed: true,
  },
  staffLogins: { what: 'logins of the staff', by: 'address', most: 50, perMs: 15 * MINUTE, kept: 'database' },
  staffTurns: {
    what: 'turns that are promised to staff who have to wait',
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
    what: 'mails that say that an e-mail was signed up again',
    by: 'mailbox',
    most: 1,
    perMs: DAY,
    kept: 'database',
    isFixed: true,
  },
  completions: { what: 'completed sign-ups', by: 'address', most: 300, perMs: HOUR, kept: 'database' },
  googlePhones: { what: 'phones of sign-ins with Google', by: 'address', most: 200, perMs: HOUR, kept: 'database' },

  // Whoever owns a /48 uses up no more than half of what the shop sends (F3).
  codes: { what: 'asking for a code', by: 'address', most: 100, perMs: HOUR, kept: 'database', sitesOfNet: 1 },
  codesOfPhone: { what: 'codes that are sent', by: 'phone', most: 5, perMs: HOUR, kept: 'database' },
  codesOfCaller: {
    what: 'codes that are sent, of the part that is kept',
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

  resets: { what: 'asking for a new password', by: 'address', most: 300, perMs: HOUR, kept: 'database' },
  resetsOfMailboxMinute: { what: 'asking for a new password', by: 'mailbox', most: 1, perMs: MINUTE, kept: 'database' },
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
/** Those that need not wait for the database. */
export type ProcessLimit = {
  [Name in LimitName]: (typeof LIMITS)[Name]['kept'] extends 'process' ? Name : never;
}[LimitName];

/**
 * Of the codes of a phone's hour, the places that a browser leaves to others: a stranger two, one whose own sign-up or
 * change waits for the phone the last one, and one that is or was logged in to the phone's account none (D24).
 */
export const PLACES_LEFT = { account: 0, flow: 1, stranger: 2 } as const;
/** Of the mails with a link that a mailbox gets in a day, what strangers may use up; the rest is for its owner's browsers (X61). */
export const LINKS_OF_STRANGERS = 0.8;
/** For how long a place is kept for a browser after the wait that it was told, in minutes (D24). */
export const TURN_MINUTES = 10;
/** Of the codes that the shop sends in an hour, what is not kept for browsers that had few of them (D23). */
export const SHARE_OF_STRANGERS = 0.8;
/**
 * After more failures by browsers that never logged in to the account, a shopper needs a code, and the staff wait for so
 * many minutes (D26).
 */
export const FAILURES_WITHOUT_WAIT = 4;
/** For how long a code of a login can be used, in minutes. Longer than until the next one, so that one always can. */
export const LOGIN_CODE_MINUTES = 30;
export const WAITS_MINUTES = [1, 2, 4, 8, 15] as const;
/** How many browsers that wait for the login of one staff account are promised a turn (D26). */
export const STAFF_TURNS = 4;

/** For how long a browser is known after its last login; browsers keep no cookie for longer than 400 days. */
export const BROWSER_DAYS = 365;
