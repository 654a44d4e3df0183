import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { done, oneLine, requiredText, success, text } from './fields.ts';
import { User } from './user.ts';

/** Passwords are sent exactly as typed. Only their length is limited. */
export const password = v.pipe(v.string(), v.maxLength(200));

export const SignInResult = v.object({ token: v.string(), user: User });
export type SignInResult = v.InferOutput<typeof SignInResult>;

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  /** `remember`: 7 days, otherwise 12 h after the last use (A24). */
  request: v.strictObject({
    email: text(254),
    password,
    remember: v.optional(v.boolean(), true),
    /** Required after a 409 with `data.code`, i.e. after several wrong passwords (D26). */
    code: v.optional(text(20), ''),
  }),
  reply: v.union([
    success(SignInResult),
    /** The phone of the account is not verified yet, so the phone verification follows (A15, Q7). */
    v.object({
      success: v.literal(true),
      requirePhoneVerification: v.literal(true),
      data: v.object({ phone: v.string(), name: v.optional(v.string(), '') }),
    }),
  ]),
});

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  request: v.strictObject({ name: v.pipe(text(120), oneLine), email: text(254), password, phone: text(40) }),
  /** Our server returns no token before the phone is verified. The client accepts one anyway (A14). */
  reply: success(v.optional(v.object({ token: v.optional(v.string()), user: v.optional(User) }), {})),
});

export const sendOtp = endpoint({
  method: 'POST',
  path: '/auth/send-otp',
  access: 'public',
  request: v.strictObject({ phone: text(40), userName: v.optional(text(120), '') }),
  /** `balance` is always `null`, because the provider's balance is private (D3). */
  reply: success(
    v.object({
      pinId: v.pipe(v.string(), v.minLength(1)),
      balance: v.optional(v.nullable(v.number()), null),
      smsStatus: v.optional(v.string(), ''),
    }),
  ),
});

/** Result of the phone verification. `complete-registration` must send it back unchanged (D1). */
export const Verification = v.object({
  verified: v.optional(v.unknown()),
  msisdn: v.optional(v.string(), ''),
  verificationToken: v.optional(v.string()),
});
export type Verification = v.InferOutput<typeof Verification>;

export const verifyOtp = endpoint({
  method: 'POST',
  path: '/auth/verify-termii-otp',
  access: 'public',
  request: v.strictObject({ pinId: requiredText(100), pin: text(20) }),
  reply: success(Verification),
});

/** Result of the phone verification. Only its token is used (D1). */
export const VerificationData = v.strictObject({
  verified: v.optional(v.union([v.boolean(), text(20)])),
  msisdn: v.optional(text(40)),
  verificationToken: v.optional(text(200)),
});

export const completeRegistration = endpoint({
  method: 'POST',
  path: '/auth/complete-registration',
  access: 'public',
  request: v.strictObject({ phone: text(40), verificationData: VerificationData }),
  reply: success(SignInResult),
});

/** The response is the same for an unknown e-mail (D16). */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  request: v.strictObject({ email: text(254) }),
  reply: done,
});

/** The link works once. Signs in and ends all other sessions (D15, U9). */
export const resetPassword = endpoint({
  method: 'PUT',
  path: '/auth/reset-password/:token',
  access: 'public',
  request: v.strictObject({ token: requiredText(200), password }),
  reply: success(SignInResult),
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'customer',
  request: v.strictObject({}),
  reply: done,
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/auth/profile',
  access: 'customer',
  request: v.strictObject({}),
  reply: success(v.object({ user: User })),
});
