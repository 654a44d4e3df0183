import { dequal } from 'dequal';
import { defineModel, failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { User } from '../../../contract/user.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, press } from 'model-testing/view/act';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { profileFormMachine } from '../../../src/machines/account/profile-form.machine.ts';
import { formatPhone } from '../../../contract/rules/phone.ts';
import type { ProfileFields } from '../../../src/rules/account/profile-form.ts';
import { otieno, wanjiku } from '../support/account.samples.ts';

export const NEW_PHONE = '0722000000';
export const NEW_EMAIL = 'njeri@example.com';
/** The user of the table. */
export const shopper: User = {
  ...wanjiku,
  phone: '0712345678',
  address: { street: 'Moi Avenue 1', city: 'Nairobi', state: 'Kilimani', zipCode: '00100', country: 'Kenya' },
};
export const proof = { verified: true, msisdn: '254722000000' };
const PHONE_TAKEN = 'This phone number is already in use';

export const LABELS: Readonly<Record<keyof ProfileFields, string>> = {
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  street: 'Street Address',
  city: 'City',
  town: 'Town/Estate',
  zipCode: 'ZIP Code',
  country: 'Country',
};
const TEXTS = [
  'Failed to update profile',
  'Profile update failed',
  PHONE_TAKEN,
  ...Object.values(failures).map(({ message }) => message),
];
const left = { verification: null, credentials: null, failure: null };

export const profileFormModel = defineModel({
  flow: 'profile-form',
  machine: profileFormMachine.provide({ actors: { phoneVerification: phoneVerificationMachine } }),
  inputs: { '': { user: shopper }, 'without an address': { user: { ...shopper, address: null } } },
  events: {
    'user.changed': {
      sentBy: 'watchSession',
      cases: {
        'confirmed e-mail': { user: { ...shopper, email: NEW_EMAIL } },
        'confirmed phone': { user: { ...shopper, phone: NEW_PHONE } },
        another: { user: otieno },
      },
    },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
    'field.change': {
      'new phone': { field: 'phone', value: NEW_PHONE },
      'no name': { field: 'name', value: ' ' },
      'a name': { field: 'name', value: 'Wanjiku' },
    },
    'form.submit': { '': {} },
  },
  acts: defineActs<typeof profileFormMachine>({
    'field.change': ({ field, value }) => fill(LABELS[field], value),
    'form.submit': press('button', 'Save Profile'),
  }),
  done: {
    saveProfile: {
      all: { user: shopper, pending: [] },
      'phone waits': { user: shopper, pending: ['phone'] },
      'both wait': { user: shopper, pending: ['email', 'phone'] },
    },
    phoneVerification: { proved: { ...left, verification: proof }, left },
    confirmPhone: { '': { ...shopper, phone: NEW_PHONE } },
  },
  fail: {
    saveProfile: { 'phone taken': new ApiError({ kind: 'refused', status: 400, fields: { phone: PHONE_TAKEN } }) },
    confirmPhone: { taken: new ApiError({ kind: 'refused', status: 409, message: PHONE_TAKEN }) },
  },
  project: ({ user, draft, fieldErrors, problem, pending }) => ({
    user: [user.phone, user.email],
    typed: [draft.name, draft.phone, draft.email],
    wrong: [Object.keys(fieldErrors), problem !== null],
    pending,
  }),
  beyond: [
    { what: /user\.changed \[isSameUser\] -> \(stays\), from/, why: 'H10: another tab may save at any time' },
    { what: /session\.ended -> gone, from/, why: '§6, H10: another tab may log out at any time' },
  ],
  delays: { successClears: 5_000, errorClears: 8_000 },
  states: {
    editing: (s) => s.matches('editing'),
    'editing.plain': (s) => s.matches({ editing: 'plain' }),
    'editing.refused': (s) => s.matches({ editing: 'refused' }),
    'editing.saved': (s) => s.matches({ editing: 'saved' }),
    'editing.confirmed': (s) => s.matches({ editing: 'confirmed' }),
    'editing.kept': (s) => s.matches({ editing: 'kept' }),
    'editing.failed': (s) => s.matches({ editing: 'failed' }),
    saving: (s) => s.matches('saving'),
    phoneStep: (s) => s.matches('phoneStep'),
    confirming: (s) => s.matches('confirming'),
    gone: (s) => s.matches('gone'),
    // The notice about pending changes can appear in all of these states.
    notice: () => true,
    'notice.none': ({ context: { pending } }) => pending.phone === null && pending.email === null,
    'notice.phone': ({ context: { pending } }) => pending.phone !== null && pending.email === null,
    'notice.email': ({ context: { pending } }) => pending.phone === null && pending.email !== null,
    'notice.both': ({ context: { pending } }) => pending.phone !== null && pending.email !== null,
  },
  invariants: {
    'no call is made while a rule of §5 is broken in name, e-mail or phone': ({ before, started }) =>
      started.every(({ slot }) => slot !== 'saveProfile') || before?.context.draft.name.trim() !== '',
    'each text stands under its field, at most one a field': ({ snapshot: { context } }) =>
      Object.entries(context.fieldErrors).every(
        ([field, text]) => /^(name|email|phone)$/.test(field) && typeof text === 'string' && text !== '',
      ),
    'the name is sent trimmed, the e-mail lowercased and trimmed, the phone without spaces, dashes and brackets, the address as typed':
      ({ before, started }) =>
        started.every(
          ({ slot, input }) =>
            slot !== 'saveProfile' ||
            dequal(input, {
              name: before?.context.draft.name.trim(),
              email: before?.context.draft.email.trim().toLowerCase(),
              phone: before?.context.draft.phone.replace(/[\s\-()[\]]/g, ''),
              address: {
                street: before?.context.draft.street,
                city: before?.context.draft.city,
                state: before?.context.draft.town,
                zipCode: before?.context.draft.zipCode,
                country: before?.context.draft.country,
              },
            }),
        ),
    'the form and the saved user round-trip: what was saved is what is shown': ({ step, snapshot: { context } }) =>
      step?.label !== 'saveProfile answers(all)' ||
      // The draft contains the displayed format of the phone, not the stored one.
      (context.draft.phone === formatPhone(context.user.phone ?? '') &&
        context.draft.name === context.user.name &&
        context.draft.town === (context.user.address?.state ?? '')),
    'a failed save keeps every field as typed': ({ step, before, snapshot }) =>
      step?.label.startsWith('saveProfile fails') !== true ||
      snapshot.matches('gone') ||
      dequal(snapshot.context.draft, before?.context.draft),
    "the error text is the server's, 'Failed to update profile' or 'Profile update failed', or one of §5's under its field":
      ({ snapshot: { context } }) => context.problem === null || TEXTS.includes(context.problem.text),
    "the session's user has the old phone until POST /auth/confirm-phone answered, and the old e-mail until its link was opened":
      ({ step, effects }) =>
        effects.every(
          ({ type }) => type !== 'updateUser' || /^(saveProfile|confirmPhone) answers/.test(step?.label ?? ''),
        ),
    'the notice stands beside every message, and a message never hides it': ({ step, before, snapshot }) =>
      before === null ||
      !/^after|form\.submit|field\.change/.test(step?.label ?? '') ||
      dequal(before.context.pending, snapshot.context.pending),
    'a code is asked for only right after a save that named the phone as pending': ({ step, started }) =>
      started.every(({ slot }) => slot !== 'phoneVerification') ||
      /^saveProfile answers\((phone waits|both wait)\)$/.test(step?.label ?? ''),
    'the server alone decides whether the new phone is verified; verificationData is passed on as verify-termii-otp answered it':
      ({ started }) =>
        started.every(
          ({ slot, input }) =>
            slot !== 'confirmPhone' ||
            dequal(input, { phone: NEW_PHONE, verificationData: proof }) ||
            dequal(input, { phone: '0712345678', verificationData: proof }),
        ),
    'at most one call of a kind is open at a time': ({ calls }) =>
      ['saveProfile', 'confirmPhone'].every(
        (slot) => calls.filter((call) => call.slot === slot && call.isOpen()).length <= 1,
      ),
  },
});
