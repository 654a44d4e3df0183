import type { Verification } from '../../contract/auth.ts';
import { changePassword, confirmEmail, confirmPhone, updateProfile } from '../../contract/profile.ts';
import type { ProfileChange } from '../rules/account/profile-form.ts';
import type { Api } from './api.ts';
import { proofOf } from './proof.ts';

/** What a shopper changes about themselves (§7 Auth, D22). Every function rejects with ApiError. */
export function createProfileService(call: Api) {
  return {
    /** Also names what waits for its confirmation (D22). */
    async save(request: ProfileChange, signal: AbortSignal) {
      const { user, pending } = (await call(updateProfile, request, { signal })).data;
      return { user, pending };
    },

    /** `verificationData` is what verify answered (D1). */
    async confirmPhone(
      { phone, verificationData }: { phone: string; verificationData: Verification },
      signal: AbortSignal,
    ) {
      const request = { phone, verificationData: proofOf(verificationData) };
      return (await call(confirmPhone, request, { signal })).data.user;
    },

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
