import { assign, setup } from 'xstate';
import type { Verification } from '../../../contract/auth.ts';
import { formatPhone } from '../../../contract/rules/phone.ts';
import type { User } from '../../../contract/user.ts';
import { isSignedOut } from '../../rules/failure-kinds.ts';
import type { Problem } from '../../rules/failure.ts';
import {
  mergeProfileFields,
  NOTHING_PENDING,
  toPendingContact,
  profileErrors,
  profileFailure,
  toProfileFields,
  toProfilePayload,
  getPendingContact,
} from '../../rules/account/profile-form.ts';
import type {
  PendingContact,
  PendingField,
  ProfileChange,
  ProfileErrors,
  ProfileFields,
} from '../../rules/account/profile-form.ts';
import { assertPresent } from '../../rules/required.ts';
import type { phoneVerificationMachine } from './phone-verification.machine.ts';
import type { PhoneVerificationOutput } from './phone-verification.types.ts';
import { given, proved, signedOut, withEvent, withOutput } from '../parts.ts';
import type { EventScope, Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, machineSlot, slot } from '../slots.ts';

/**
 * The Profile Information form (§2 Profile). Name and address are saved immediately; a new phone needs a code, a new
 * e-mail a click on its link (D22).
 */

export interface ProfileFormInput {
  readonly user: User;
}

export interface ProfileFormContext extends ProfileFormInput {
  readonly draft: ProfileFields;
  /** Under the fields. */
  readonly fieldErrors: ProfileErrors;
  /** Why nothing was saved, unless a field shows it. */
  readonly problem: Problem | null;
  readonly pending: PendingContact;
  /** Proof of the new phone, for the call that saves it (D1). */
  readonly verification: Verification | null;
}

export type ProfileFormEvent =
  | { readonly type: 'user.changed'; readonly user: User }
  | { readonly type: 'session.ended' }
  | { readonly type: 'field.change'; readonly field: keyof ProfileFields; readonly value: string }
  | { readonly type: 'form.submit' };

export interface SaveResult {
  readonly user: User;
  /** Fields that need confirmation. */
  readonly pending: readonly PendingField[];
}

const userIn = ({ event }: EventScope<{ readonly output: User }>) => ({ user: event.output });
const savedUser = ({ event }: EventScope<{ readonly output: SaveResult }>) => ({ user: event.output.user });
const saved = [withOutput('setSaved'), given('updateUser', savedUser)] as const;

const notSaved = [
  signedOut('gone'),
  {
    description: 'The form was not saved for another reason. It shows the error.',
    target: 'editing.failed',
    actions: withEvent('setFailure'),
  },
] as const;

export const profileFormMachine = setup({
  types: {
    input: {} as ProfileFormInput,
    context: {} as ProfileFormContext,
    events: {} as ProfileFormEvent,
    children: {} as { phoneVerification: 'phoneVerification' },
  },
  actors: {
    /** Sends `user.changed` when newer data of the shopper arrives, e.g. from another tab, and `session.ended`. */
    watchSession: listenerSlot(),
    saveProfile: callSlot<SaveResult, ProfileChange>(),
    phoneVerification: machineSlot<typeof phoneVerificationMachine>(),
    confirmPhone: callSlot<User, { phone: string; verificationData: Verification }>(),
  },
  actions: {
    /** Updates the session and the storage with the server's data. */
    updateUser: effectSlot<{ user: User }>(),
    setUser: assign(({ context }, { user }: { user: User }) => ({
      user,
      draft: mergeProfileFields(context.draft, context.user, user),
      pending: getPendingContact(context.pending, user),
    })),
    setField: assign(({ context }, { field, value }: { field: keyof ProfileFields; value: string }) => {
      const { [field as keyof ProfileErrors]: _, ...fieldErrors } = context.fieldErrors;
      return { draft: { ...context.draft, [field]: value }, fieldErrors };
    }),
    refuse: assign(({ context }) => ({ fieldErrors: profileErrors(context.draft) })),
    /** The form shows the saved values, except for a phone that is not confirmed yet. */
    setSaved: assign(({ context }, { user, pending: named }: SaveResult) => {
      const pending = toPendingContact(context.draft, named);
      const saved = toProfileFields(user);
      return { user, pending, draft: pending.phone === null ? saved : { ...saved, phone: context.draft.phone } };
    }),
    setProof: assign((_, { verification }: PhoneVerificationOutput) => ({ verification })),
    setConfirmed: assign(({ context }, { user }: { user: User }) => ({
      user,
      draft: { ...context.draft, phone: formatPhone(user.phone ?? '') },
      pending: { ...context.pending, phone: null },
      verification: null,
    })),
    keepPhone: assign(({ context }) => ({
      draft: { ...context.draft, phone: formatPhone(context.user.phone ?? '') },
      pending: { ...context.pending, phone: null },
    })),
    setFailure: assign((_, { error }: Failure) => ({ ...profileFailure(error), verification: null })),
    clearErrors: assign({ fieldErrors: {}, problem: null }),
  },
  guards: {
    isSameUser: ({ context }, { user }: { user: User }) => context.user._id === user._id,
    isWrong: ({ context }) => Object.keys(profileErrors(context.draft)).length > 0,
    isPhonePending: (_, { pending }: SaveResult) => pending.includes('phone'),
    /** Not when another tab has already confirmed the same phone. */
    isProved: ({ context }, { verification }: PhoneVerificationOutput) =>
      verification !== null && context.pending.phone !== null,
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
  },
  delays: { successClears: 5_000, errorClears: 8_000 },
}).createMachine({
  id: 'profileForm',
  description: 'Name, e-mail, phone and address of the logged-in shopper.',
  context: ({ input: { user } }) => ({
    user,
    draft: toProfileFields(user),
    fieldErrors: {},
    problem: null,
    pending: NOTHING_PENDING,
    verification: null,
  }),
  invoke: slot('watchSession'),
  initial: 'editing',
  on: {
    'user.changed': {
      description: 'The change concerns the shopper of this form.',
      guard: withEvent('isSameUser'),
      actions: withEvent('setUser'),
    },
    'session.ended': '.gone',
  },
  states: {
    editing: {
      description: 'The shopper edits the form. The result of the last save is shown beside it for some seconds.',
      initial: 'plain',
      on: {
        'field.change': { actions: withEvent('setField') },
        'form.submit': [
          {
            description: 'A field breaks a rule (Q11).',
            guard: 'isWrong',
            target: '.refused',
            reenter: true,
            actions: 'refuse',
          },
          { description: 'All fields follow the rules (Q11).', target: 'saving' },
        ],
      },
      states: {
        plain: { description: 'No message is shown.' },
        refused: {
          description: 'A field breaks a rule. Nothing was sent.',
          exit: 'clearErrors',
          after: { errorClears: { description: '8 s after the error appeared (§4).', target: 'plain' } },
        },
        saved: {
          description: 'Everything is saved, except for changes that need confirmation.',
          after: { successClears: { description: '5 s after the message appeared (§4).', target: 'plain' } },
        },
        confirmed: {
          description: 'The new phone is confirmed.',
          after: { successClears: { description: '5 s after the message appeared (§4).', target: 'plain' } },
        },
        kept: {
          description: 'The new phone was not confirmed. The old one stays.',
          after: { successClears: { description: '5 s after the message appeared (§4).', target: 'plain' } },
        },
        failed: {
          description: 'The form was not saved, or the result is unknown. The input stays.',
          exit: 'clearErrors',
          after: { errorClears: { description: '8 s after the error appeared (§4).', target: 'plain' } },
        },
      },
    },

    saving: {
      description: 'The form is being saved.',
      invoke: {
        ...slot('saveProfile'),
        input: ({ context: { draft } }) => toProfilePayload(draft),
        onDone: [
          {
            description: 'The phone has changed and must be proved with a code (D22).',
            guard: withOutput('isPhonePending'),
            target: 'phoneStep',
            actions: saved,
          },
          { description: 'The phone has not changed.', target: 'editing.saved', actions: saved },
        ],
        onError: notSaved,
      },
    },

    phoneStep: {
      description: 'Everything else is saved. The shopper proves the new phone with a code.',
      initial: 'told',
      invoke: {
        ...slot('phoneVerification'),
        input: ({ context: { pending, user } }) => ({ phone: assertPresent(pending.phone), userName: user.name }),
        onDone: [
          proved('confirming'),
          { description: 'The shopper left the code screen.', target: 'editing.kept', actions: 'keepPhone' },
        ],
      },
      states: {
        told: {
          description: 'A message above the code says that the rest is saved.',
          after: { successClears: { description: '5 s after the message appeared (§4).', target: 'quiet' } },
        },
        quiet: { description: 'Only the code screen is shown.' },
      },
    },

    confirming: {
      description: 'The proved phone is being saved.',
      invoke: {
        ...slot('confirmPhone'),
        input: ({ context: { pending, verification } }) => ({
          phone: assertPresent(pending.phone),
          verificationData: assertPresent(verification),
        }),
        onDone: { target: 'editing.confirmed', actions: [given('setConfirmed', userIn), given('updateUser', userIn)] },
        onError: notSaved,
      },
    },

    gone: {
      type: 'final',
      description: 'The shopper is logged out; the login page replaces this one.',
    },
  },
});
