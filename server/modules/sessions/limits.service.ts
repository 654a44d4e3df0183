import type { Sql } from '../../db/client.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { LINKS_OF_STRANGERS, SHARE_OF_STRANGERS, type LimitName } from '../../limits/limits.ts';
import { secretHash } from '../../secrets.ts';
import type { Asker } from '../../people.ts';

/**
 * Which limits of the table each call of an account counts for; each throws Refusal `too-often` with `retryAfter` when
 * it is called too often (providers 3.4). No key holds an e-mail.
 */
export function createLimitsService(deps: Pick<Deps, 'limiter'>, { callers }: Pick<Services, 'callers'>) {
  const { count, take, giveBack } = deps.limiter;
  const { apartOf } = callers;

  /** By address, but for a browser that the shop knows: strangers use up nothing of what that may do (D24). */
  async function countCaller(name: LimitName, asker: Asker): Promise<void> {
    await count(name, asker.ip, { apart: await apartOf(asker) });
  }

  /** Counts a mail with a link by its mailbox, whoever asks for it. */
  async function countLink(email: string, isOwner: boolean): Promise<void> {
    await count('linksOfMailboxDay', secretHash(email), { share: isOwner ? 1 : LINKS_OF_STRANGERS });
  }

  return {
    login: (asker: Asker) => countCaller('logins', asker),
    /** Whether the shop knows the browser. */
    isKnown: async (asker: Asker): Promise<boolean> => (await apartOf(asker)) !== null,
    /**
     * Whether a sign-up is among the first of its address. The others are not refused: a new shopper has nothing to show
     * yet, and must not be shut out by whoever shares her address (D24).
     */
    isFirstSignUp: async (asker: Asker): Promise<boolean> =>
      (await take('signUps', asker.ip, { apart: await apartOf(asker) })).waitMs === 0,
    askCode: (asker: Asker) => countCaller('codes', asker),
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
    /** Counts a code for which there is nothing to compare; a challenge has tries of its own (D4). */
    checkNothing: (asker: Asker) => countCaller('codeChecks', asker),
    google: (asker: Asker) => countCaller('googleLogins', asker),
    googlePhone: (asker: Asker) => countCaller('googlePhones', asker),
    complete: (asker: Asker) => countCaller('completions', asker),
    /**
     * Counts by e-mail, whether an account has it or not, and by address (D16, U8). A browser that logged in to its
     * account is counted apart each minute, and may use up the mails of the day that strangers cannot (X61).
     */
    async forgot(email: string, knownBrowser: string | null, asker: Asker): Promise<void> {
      const who = secretHash(knownBrowser === null ? email : `${knownBrowser} ${email}`);
      await countCaller('resets', asker);
      await count('resetsOfMailboxMinute', who);
      await countLink(email, knownBrowser !== null);
    },
    /** Counts a link of a mail that nobody was sent; a good one is proof enough. */
    useNoLink: (asker: Asker) => countCaller('links', asker),
    changePassword: (userId: string) => count('passwords', userId),
    saveProfile: (userId: string) => count('profiles', userId),
    /** A new phone or e-mail: whoever tries many learns which are taken. */
    changeContact: (userId: string) => count('contactChanges', userId),
    /** Mails to addresses that nobody has proved yet. */
    async mailLink(userId: string, email: string): Promise<void> {
      await count('emailLinks', userId);
      await count('emailLinksOfMailbox', secretHash(email));
      await countLink(email, false);
    },
    confirmPhone: (userId: string) => count('phoneProofs', userId),
  };
}
