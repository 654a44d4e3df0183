import { changePassword, confirmEmail } from '../../contract/profile.ts';
import type { Api } from './api.ts';

/** What a shopper changes about themselves (§7 Auth, D22). Every function rejects with ApiError. */
export function createProfileService(call: Api) {
  return {
    /** The session that asks stays; all others end at the server (D13). */
    async changePassword(request: { currentPassword: string; newPassword: string }, signal: AbortSignal) {
      await call(changePassword, request, { signal });
    },

    /** By the link that was sent to a new address. */
    async confirmEmail(request: { token: string }, signal: AbortSignal) {
      await call(confirmEmail, request, { signal });
    },
  };
}
