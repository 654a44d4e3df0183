import * as v from 'valibot';
import {
  completeRegistration,
  forgotPassword,
  getProfile,
  login,
  logout,
  register,
  resetPassword,
  sendOtp,
  verifyOtp,
} from '../../contract/auth.ts';
import type { SignInResult, Verification } from '../../contract/auth.ts';
import { completeGooglePhoneVerification, googleLogin, verifyGooglePhone } from '../../contract/google.ts';
import type { Api } from './api.ts';
import { toProofPayload } from './proof.ts';

/** Distinguishes a reply that requires the phone but lacks the data for that step from an invalid reply (§8 Google). */
const tolerantGoogleLogin = {
  ...googleLogin,
  reply: v.union([googleLogin.reply, v.object({ requirePhoneVerification: v.literal(true) })]),
};

/** Accounts: registration, codes, login, profile (§7 Auth). Every function rejects with `ApiError`. */
export function createAuthService(call: Api) {
  return {
    /** Returns no credentials when the phone must be verified first (A15, Q7). */
    async login(request: { email: string; password: string; remember: boolean; code?: string }, signal: AbortSignal) {
      const reply = await call(login, request, { signal });
      if ('requirePhoneVerification' in reply) {
        return { credentials: null, phone: reply.data.phone, userName: reply.data.name };
      }
      return { credentials: toCredentials(reply.data), phone: '', userName: '' };
    },

    /** Returns credentials when the server sends both token and user (A14). */
    async register(request: { name: string; email: string; password: string; phone: string }, signal: AbortSignal) {
      const { token, user } = (await call(register, request, { signal })).data;
      return { credentials: token !== undefined && user !== undefined ? { token, user } : null };
    },

    async sendOtp(request: { phone: string; userName: string }, signal: AbortSignal) {
      return { pinId: (await call(sendOtp, request, { signal })).data.pinId };
    },

    async verifyOtp(request: { pinId: string; pin: string }, signal: AbortSignal): Promise<Verification> {
      return (await call(verifyOtp, request, { signal })).data;
    },

    /** `verificationData` is the result of the phone verification (D1). */
    async completeRegistration(
      { phone, verificationData }: { phone: string; verificationData: Verification },
      signal: AbortSignal,
    ) {
      const request = { phone, verificationData: toProofPayload(verificationData) };
      return toCredentials((await call(completeRegistration, request, { signal })).data);
    },

    /** Both are `null` when the reply requires the phone but lacks the data for that step (§8 Google). */
    async googleLogin(request: { credential: string }, signal: AbortSignal) {
      const reply = await call(tolerantGoogleLogin, request, { signal });
      if (!('data' in reply)) return { credentials: null, pending: null };
      if ('token' in reply.data) return { credentials: toCredentials(reply.data), pending: null };
      return { credentials: null, pending: { userId: reply.data.userId, name: reply.data.name } };
    },

    /** Reserves the phone for a pending sign-in (A16). */
    async verifyGooglePhone(request: { userId: string; phone: string }, signal: AbortSignal) {
      await call(verifyGooglePhone, request, { signal });
    },

    async completeGooglePhone(
      { phone, verificationData, userId = '' }: { phone: string; verificationData: Verification; userId?: string },
      signal: AbortSignal,
    ) {
      const request = { phone, verificationData: toProofPayload(verificationData), userId };
      return toCredentials((await call(completeGooglePhoneVerification, request, { signal })).data);
    },

    /** The reply is the same for an unknown e-mail (D16). */
    async forgotPassword(request: { email: string }, signal: AbortSignal) {
      await call(forgotPassword, request, { signal });
    },

    async resetPassword(request: { token: string; password: string }, signal: AbortSignal) {
      return toCredentials((await call(resetPassword, request, { signal })).data);
    },

    async profile(signal: AbortSignal) {
      return (await call(getProfile, {}, { signal })).data.user;
    },

    async logout(signal: AbortSignal) {
      await call(logout, {}, { signal });
    },
  };
}

function toCredentials({ token, user }: SignInResult): SignInResult {
  return { token, user };
}
