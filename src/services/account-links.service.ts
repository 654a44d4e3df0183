import { forgotPassword, resetPassword } from '../../contract/auth.ts';
import { confirmEmail } from '../../contract/profile.ts';
import type { Api } from './api.ts';

/** What is done by links in mails (§7 Auth, D22). Every function rejects with ApiError. */
export function createAccountLinksService(call: Api) {
  return {
    /** The same answer for an e-mail that nobody has (D16). */
    async forgotPassword(request: { email: string }, signal: AbortSignal) {
      await call(forgotPassword, request, { signal });
    },

    async resetPassword(request: { token: string; password: string }, signal: AbortSignal) {
      const { token, user } = (await call(resetPassword, request, { signal })).data;
      return { token, user };
    },

    async confirmEmail(request: { token: string }, signal: AbortSignal) {
      await call(confirmEmail, request, { signal });
    },
  };
}
