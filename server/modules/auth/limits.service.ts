import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { SHARE_OF_STRANGERS } from '../../limits/limits.ts';
import { secretHash } from '../../secrets.ts';

export type Limits = ReturnType<typeof createLimitsService>;

/**
 * Which limits of the table each call of an account counts for; each throws HttpError 429 with `retryAfter` when it is
 * called too often (providers 3.4). No key holds an e-mail.
 */
export function createLimitsService({ limiter: { count, take, giveBack } }: Pick<Deps, 'limiter'>) {
  return {
    login: (ip: string) => count('logins', ip),
    register: (ip: string) => count('signUps', ip),
    askCode: (ip: string) => count('codes', ip),
    /**
     * With the transaction of a code that is sent: no other counts (D23). `mayUseKept` where the browser may have a place
     * of the part that is kept.
     */
    codeOfShop: (tx: Sql, mayUseKept: boolean) =>
      take('codesOfShop', '', { handle: tx, share: mayUseKept ? 1 : SHARE_OF_STRANGERS }),
    /** Whether this account, or else this address, had few codes in the hour. */
    hadFewCodes: async (tx: Sql, ip: string, account: string | null) =>
      (await take('codesOfCaller', ip, { handle: tx, apart: account })).waitMs === 0,
    forgetCodeOfShop: () => giveBack('codesOfShop', ''),
    checkCode: (ip: string) => count('codeChecks', ip),
    google: (ip: string) => count('googleLogins', ip),
    /** Whoever tries many numbers learns which are taken. */
    googlePhone: (ip: string) => count('googlePhones', ip),
    complete: (ip: string) => count('completions', ip),
    /** By e-mail whether somebody has it or not, and by address (D16, U8); browsers of its owner are counted apart. */
    async forgot(email: string, knownBrowser: string | null, ip: string): Promise<void> {
      const who = secretHash(knownBrowser === null ? email : `${knownBrowser} ${email}`);
      await count('resets', ip);
      await count('resetsOfMailboxMinute', who);
      await count('resetsOfMailbox', who);
    },
    /** Reset and confirmation by a link of a mail. */
    useLink: (ip: string) => count('links', ip),
    changePassword: (userId: string) => count('passwords', userId),
    saveProfile: (userId: string) => count('profiles', userId),
    /** A new phone or e-mail: whoever tries many learns which are taken. */
    changeContact: (userId: string) => count('contactChanges', userId),
    /** Mails to addresses that nobody has proved yet. */
    async mailLink(userId: string, email: string): Promise<void> {
      await count('emailLinks', userId);
      await count('emailLinksOfMailbox', secretHash(email));
    },
    confirmPhone: (userId: string) => count('phoneProofs', userId),
  };
}
