import * as v from 'valibot';
import { password, VerificationData } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { done, oneLine, requiredText, success, text } from './fields.ts';
import { User } from './user.ts';

/** Changes that need a confirmation: a phone by code, an e-mail by link (D22). */
export const PENDING = ['phone', 'email'] as const;

/** Saves name and address immediately. `data.pending` lists the changes that wait (D22). */
export const updateProfile = endpoint({
  method: 'PUT',
  path: '/auth/profile',
  access: 'customer',
  request: v.strictObject({
    name: v.pipe(text(120), oneLine),
    email: text(254),
    phone: text(40),
    address: v.strictObject({
      street: text(300),
      city: text(120),
      /** Town or estate (A31). */
      state: text(120),
      zipCode: text(20),
      country: text(60),
    }),
  }),
  reply: success(v.object({ user: User, pending: v.optional(v.array(v.picklist(PENDING)), []) })),
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/auth/change-password',
  access: 'customer',
  request: v.strictObject({ currentPassword: password, newPassword: password }),
  reply: done,
});

/** Applies a new phone after the phone verification (D22). */
export const confirmPhone = endpoint({
  method: 'POST',
  path: '/auth/confirm-phone',
  access: 'customer',
  request: v.strictObject({ phone: text(40), verificationData: VerificationData }),
  reply: success(v.object({ user: User })),
});

/** Confirms a new e-mail by its link (D22). Needs no login and can be repeated. */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/confirm-email',
  access: 'public',
  request: v.strictObject({ token: requiredText(200) }),
  reply: done,
});
