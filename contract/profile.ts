import * as v from 'valibot';
import { password, VerificationData } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { done, oneLine, requiredText, success, text } from './fields.ts';
import { User } from './user.ts';

/** What is still to be confirmed: a phone by a code, an e-mail address by a link (D22). */
export const PENDING = ['phone', 'email'] as const;

/** Name and address are saved at once; `data.pending` names what was changed and waits (D22). */
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

/** A new phone after the shared phone step (D22). */
export const confirmPhone = endpoint({
  method: 'POST',
  path: '/auth/confirm-phone',
  access: 'customer',
  request: v.strictObject({ phone: text(40), verificationData: VerificationData }),
  reply: success(v.object({ user: User })),
});

/** The link that was sent to a new address (D22); needs no login and may be tried again. */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/confirm-email',
  access: 'public',
  request: v.strictObject({ token: requiredText(200) }),
  reply: done,
});
