import type { Verification } from '../../contract/auth.ts';
import { changePassword, confirmEmail, confirmPhone, updateProfile } from '../../contract/profile.ts';
import type { ProfileChange } from '../rules/account/profile-form.ts';
import type { Api } from './api.ts';
import { toProofPayload } from './proof.ts';

/** Changes that shoppers make to their accounts (§7 Auth, D22). Every function rejects with `ApiError`. */
export function createProfileService(call: Api) {
  return {
    /** Also returns the changes that wait for confirmation (D22). */
    async save(request: ProfileChange, signal: AbortSignal) {
      const { user, pending } = (await call(updateProfile, request, { signal })).data;
      return { user, pending };
    },

    /** `verificationData` is the result of the phone verification (D1). */
    async confirmPhone(
      { phone, verificationData }: { phone: string; verificationData: Verification },
      signal: AbortSignal,
    ) {
      const request = { phone, verificationData: toProofPayload(verificationData) };
      return (await call(confirmPhone, request, { signal })).data.user;
    },

    /** The current session stays; the server ends all others (D13). */
    async changePassword(request: { currentPassword: string; newPassword: string }, signal: AbortSignal) {
      await call(changePassword, request, { signal });
    },

    /** Confirms a new e-mail with the token of the link sent to it. */
    async confirmEmail(request: { token: string }, signal: AbortSignal) {
      await call(confirmEmail, request, { signal });
    },
  };
}
