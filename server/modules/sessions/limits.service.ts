import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { LINKS_OF_STRANGERS, SHARE_OF_STRANGERS, type LimitName } from '../../limits/limits.ts';
import { secretHash } from '../../secrets.ts';
import type { Caller } from '../../people.ts';

/**
 * Rate limits of account calls. Each method throws `Refusal` `too-often` with `retryAfter` over the limit (providers
 * 3.4). Keys contain no e-mails.
 */
export function createLimitsService(deps: Pick<Deps, 'limiter'>, { callers }: Pick<Services, 'callers'>) {
  const { count, take, giveBack } = deps.limiter;
  const { apartOf } = callers;

  /** Counts by IP address. A known browser is counted separately, so that strangers cannot use up its limit (D24). */
  async function countCaller(name: LimitName, asker: Caller): Promise<void> {
    await count(name, asker.ip, { apart: await apartOf(asker) });
  }

  /** Counts a mail with a link by mailbox, regardless of the requester. */
  async function countLink(email: string, isOwner: boolean): Promise<void> {
    await count('linksOfMailboxDay', secretHash(email), { share: isOwner ? 1 : LINKS_OF_STRANGERS });
  }

  return {
    login: (asker: Caller) => countCaller('logins', asker),
    /** Returns whether the browser is known. */
    isKnown: async (asker: Caller): Promise<boolean> => (await apartOf(asker)) !== null,
    /**
     * Returns whether this is one of the first sign-ups of its IP address. Later ones are still allowed, because a new
     * shopper is unknown and must not be blocked by others at the same address (D24).
     */
    isFirstSignUp: async (asker: Caller): Promise<boolean> =>
      (await take('signUps', asker.ip, { apart: await apartOf(asker) })).waitMs === 0,
    countCodeRequest: (asker: Caller) => countCaller('codes', asker),
    /** Counts a sent code, in its transaction (D23). `mayUseKept` allows the reserved part of the limit. */
    countShopCode: (tx: Sql, mayUseKept: boolean) =>
      take('codesOfShop', '', { handle: tx, share: mayUseKept ? 1 : SHARE_OF_STRANGERS }),
    /** Returns whether this account, or else this IP address, requested few codes in the last hour. */
    hadFewCodes: async (tx: Sql, ip: string, account: string | null) =>
      (await take('codesOfCaller', ip, { handle: tx, apart: account })).waitMs === 0,
    returnShopCode: () => giveBack('codesOfShop', ''),
    /** Counts a check without a matching code. A code itself has its own number of tries (D4). */
    checkNothing: (asker: Caller) => countCaller('codeChecks', asker),
    google: (asker: Caller) => countCaller('googleLogins', asker),
    googlePhone: (asker: Caller) => countCaller('googlePhones', asker),
    complete: (asker: Caller) => countCaller('completions', asker),
    /**
     * Counts by e-mail, whether an account has it or not, and by IP address (D16, U8). A browser that logged in to the
     * account is counted separately per minute, and may use the daily mails that strangers cannot (X61).
     */
    async forgot(email: string, knownBrowser: string | null, asker: Caller): Promise<void> {
      const who = secretHash(knownBrowser === null ? email : `${knownBrowser} ${email}`);
      await countCaller('resets', asker);
      await count('resetsOfMailboxMinute', who);
      await countLink(email, knownBrowser !== null);
    },
    /** Counts an unknown link. A valid link needs no limit. */
    useNoLink: (asker: Caller) => countCaller('links', asker),
    changePassword: (userId: string) => count('passwords', userId),
    saveProfile: (userId: string) => count('profiles', userId),
    /** Counts new phones and e-mails, because the response reveals which are taken. */
    changeContact: (userId: string) => count('contactChanges', userId),
    /** Counts mails to unconfirmed addresses. */
    async mailLink(userId: string, email: string): Promise<void> {
      await count('emailLinks', userId);
      await count('emailLinksOfMailbox', secretHash(email));
      await countLink(email, false);
    },
    confirmPhone: (userId: string) => count('phoneProofs', userId),
  };
}
