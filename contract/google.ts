import * as v from 'valibot';
import { SignInResult, VerificationData } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { done, requiredText, success, text } from './fields.ts';

/** Id of a sign-in that waits for its phone: 256 random bits, valid for 15 min, used once (D2). */
const userId = requiredText(400);

export const googleLogin = endpoint({
  method: 'POST',
  path: '/auth/google-login',
  access: 'public',
  /**
   * Google's ID token. Its nonce, if any, is the SHA-256 (hex) of the cookie `__Host-google-nonce` (`google-nonce`
   * without TLS), which the page sets.
   */
  request: v.strictObject({ credential: requiredText(5_000) }),
  reply: v.union([
    success(SignInResult),
    /** The phone is not verified yet, so the phone verification follows. */
    v.object({
      success: v.literal(true),
      requirePhoneVerification: v.literal(true),
      message: v.optional(v.string()),
      data: v.object({ userId, email: v.string(), name: v.string() }),
    }),
  ]),
});

/** Stores the phone of the sign-in. `send-otp` sends the code (A16). */
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
  reply: success(SignInResult),
});
