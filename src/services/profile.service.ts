import { confirmEmail } from '../../contract/profile.ts';
import type { Api } from './api.ts';

/** What a shopper changes about themselves (§7 Auth, D22). Every function rejects with ApiError. */
export function createProfileService(call: Api) {
  return {
    /** By the link that was sent to a new address. */
    async confirmEmail(request: { token: string }, signal: AbortSignal) {
      await call(confirmEmail, request, { signal });
    },
  };
}
