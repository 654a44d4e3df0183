import { OTP_LIFETIME_MS } from '../../contract/rules/otp.ts';
import { parseStoredCode } from '../rules/account/pending-sign-up.ts';
import type { StoredCode, SentCode } from '../rules/account/pending-sign-up.ts';
import type { BrowserStorage } from './browser-storage.ts';

const KEY = 'code';

export interface TabCodes {
  /** Returns the kept code of this phone when it is younger than `usableFor` ms; else `null`. */
  readonly find: (phone: string, usableFor?: number) => StoredCode | null;
  /** Returns the kept code if `find` has one, without a call. Otherwise sends a new code and keeps it. */
  readonly getOrSend: (
    request: { readonly phone: string; readonly usableFor: number },
    send: () => Promise<{ readonly pinId: string }>,
  ) => Promise<SentCode>;
  /** Removes the code after it was used. */
  readonly forget: () => void;
}

/** The newest code that this tab requested, kept in the tab's storage (X22). `now` is the server time. */
export function createTabCodes(storage: BrowserStorage, now: () => number): TabCodes {
  const find = (phone: string, usableFor = OTP_LIFETIME_MS) =>
    parseStoredCode(storage.read(KEY), phone, usableFor, now());
  return {
    find,
    async getOrSend({ phone, usableFor }, send) {
      const kept = find(phone, usableFor);
      if (kept !== null) return { pinId: kept.pinId, sentAt: kept.sentAt };
      const { pinId } = await send();
      const code = { pinId, sentAt: now() };
      storage.keep(KEY, { phone, ...code });
      return code;
    },
    forget: () => storage.remove(KEY),
  };
}
