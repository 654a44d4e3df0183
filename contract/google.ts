import * as v from 'valibot';
import { SignedIn, VerificationData } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { done, requiredText, success, text } from './fields.ts';

/** Stands for the sign-in that waits for its phone: 256 random bits that nobody can guess, 15 min, used once (D2). */
const userId = requiredText(400);

export const googleLogin = endpoint({
  method: 'POST',
  path: '/auth/google-login',
  access: 'public',
  /**
   * An ID token of Google, as its script gives it. Where it has a nonce, that is the sha256 (hex) of the cookie
   * `__Host-google-nonce` (`google-nonce` without TLS), which the page sets itself.
   */
  request: v.strictObject({ credential: requiredText(5_000) }),
  reply: v.union([
    success(SignedIn),
    /** A sign-in without a verified phone: the phone step follows. */
    v.object({
      success: v.literal(true),
      requirePhoneVerification: v.literal(true),
      message: v.optional(v.string()),
      data: v.object({ userId, email: v.string(), name: v.string() }),
    }),
  ]),
});

/** Reserves the phone for the sign-in; the code is asked for by `send-otp` (A16). */
export const verifyGooglePhone = endpoint({
  method: 'POST',
  path: '/auth/verify-google-phone',
  access: 'public',
  request: v.strictObject({ userId, phone: text(40) }),
  reply: done,
});

export const completeGooglePhoneVerification = endpoint({
  method: 'POST',
  path: '/auth/complete-google-phone-verification',
  access: 'public',
  request: v.strictObject({ phone: text(40), verificationData: VerificationData, userId }),
  reply: success(SignedIn),
});
