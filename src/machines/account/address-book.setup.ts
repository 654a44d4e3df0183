import { assign, setup, stateIn } from 'xstate';
import type { SavedAddress, User } from '../../../contract/user.ts';
import {
  addressPhoneError,
  toAddressDraft,
  missingFields,
  pickAddressErrors,
  NEW_ADDRESS,
  withField,
} from '../../rules/account/address-book.ts';
import type { AddressErrors, AddressField, AddressFields, AddressMessage } from '../../rules/account/address-book.ts';
import { toFailedCall, createProblem, toProblem } from '../../rules/failure.ts';
import { isSignedOut } from '../../rules/failure-kinds.ts';
import { assertPresent } from '../../rules/required.ts';
import type { Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/** Types, slots, guards and actions of address-book.machine.ts. */

export interface AddressBookInput {
  readonly user: User;
}

export interface AddressBookContext extends AddressBookInput {
  /** The address that is edited, deleted or made the default. */
  readonly chosen: SavedAddress | null;
  readonly draft: AddressFields;
  readonly fieldErrors: AddressErrors;
  /** Deleted, but Undo is not offered yet. */
  readonly justDeleted: SavedAddress | null;
  /** The address that Undo would restore; `null` when nothing can be undone. */
  readonly deleted: SavedAddress | null;
  /** The next message. */
  readonly news: AddressMessage | null;
  /** The message on the page. */
  readonly message: AddressMessage | null;
}

export type AddressBookEvent =
  | { readonly type: 'user.changed'; readonly user: User }
  | { readonly type: 'session.ended' }
  | { readonly type: 'address.add' }
  | { readonly type: 'address.edit'; readonly id: string }
  | { readonly type: 'address.delete'; readonly id: string }
  | { readonly type: 'address.makeDefault'; readonly id: string }
  | { readonly type: 'field.change'; readonly field: AddressField; readonly value: string }
  | { readonly type: 'default.choose'; readonly isOn: boolean }
  | { readonly type: 'form.submit' }
  | { readonly type: 'form.cancel' }
  | { readonly type: 'undo.press' };

export interface SelectedAddress {
  readonly id: string;
}

const NOT_SAVED = texts.failedToSaveAddress;

export const addressBookSetup = setup({
  types: { input: {} as AddressBookInput, context: {} as AddressBookContext, events: {} as AddressBookEvent },
  actors: {
    /** Sends `user.changed` when newer data of the shopper arrives, e.g. from another tab, and `session.ended`. */
    watchSession: listenerSlot(),
    createAddress: callSlot<User, AddressFields>(),
    updateAddress: callSlot<User, AddressFields & SelectedAddress>(),
    deleteAddress: callSlot<User, SelectedAddress>(),
    setDefaultAddress: callSlot<User, SelectedAddress>(),
  },
  actions: {
    /** Updates the session and the storage with the server's data. */
    updateUser: effectSlot<{ user: User }>(),
    setUser: assign((_, { user }: { user: User }) => ({ user })),
    choose: assign(({ context }, { id }: SelectedAddress) => ({ chosen: findAddress(context, id) })),
    beginNew: assign({ chosen: null, draft: NEW_ADDRESS, fieldErrors: {} }),
    beginEdit: assign(({ context }, { id }: SelectedAddress) => {
      const chosen = findAddress(context, id);
      return { chosen, draft: toAddressDraft(chosen), fieldErrors: {} };
    }),
    setField: assign(({ context }, { field, value }: { field: AddressField; value: string }) => {
      const { [field]: _, ...fieldErrors } = context.fieldErrors;
      return { draft: withField(context.draft, field, value), fieldErrors };
    }),
    setDefault: assign(({ context }, { isOn }: { isOn: boolean }) => ({
      draft: { ...context.draft, isDefault: isOn },
    })),
    /** The fields stay marked when the message disappears. */
    refuse: assign(({ context }) => ({
      fieldErrors: Object.fromEntries(missingFields(context.draft).map((field) => [field, ''])),
      news: { isGood: false, isInDialog: true, problem: createProblem(texts.fillInRequiredFields) },
    })),
    refusePhone: assign(({ context }) => ({ fieldErrors: { phone: assertPresent(addressPhoneError(context.draft)) } })),
    setNotSaved: assign((_, { error }: Failure) => ({
      fieldErrors: pickAddressErrors(toFailedCall(error).fields),
      news: { isGood: false, isInDialog: true, problem: toProblem(error, NOT_SAVED) },
    })),
    sayDone: assign((_, { text }: { text: string }) => ({
      news: { isGood: true, isInDialog: false, problem: createProblem(text) },
    })),
    sayNotDeleted: assign((_, { error }: Failure) => toFailure(error, texts.failedToDeleteAddress)),
    sayNotDefault: assign((_, { error }: Failure) => toFailure(error, texts.failedToUpdateDefaultAddress)),
    sayNotBack: assign((_, { error }: Failure) => toFailure(error, NOT_SAVED)),
    tellNews: assign(({ context }) => ({ message: context.news, news: null })),
    clearMessage: assign({ message: null }),
    /** The errors of a dialog disappear when it is sent again or closed. */
    clearDialog: assign(({ context }) => ({
      fieldErrors: {},
      message: context.message?.isInDialog === true ? null : context.message,
    })),
    noteDeleted: assign({ justDeleted: ({ context }) => context.chosen }),
    offerUndo: assign(({ context }) => ({ deleted: context.justDeleted, justDeleted: null })),
    forgetDeleted: assign({ deleted: null }),
  },
  guards: {
    isSameUser: ({ context }, { user }: { user: User }) => context.user._id === user._id,
    isEmpty: ({ context }) => context.user.addresses.length === 0,
    isFilled: ({ context }) => context.user.addresses.length > 0,
    isKnown: ({ context }, { id }: SelectedAddress) => context.user.addresses.some(({ _id }) => _id === id),
    canBeDefault: ({ context }, { id }: SelectedAddress) =>
      context.user.addresses.some(({ _id, isDefault }) => _id === id && !isDefault),
    isIncomplete: ({ context }) => missingFields(context.draft).length > 0,
    isPhoneWrong: ({ context }) => addressPhoneError(context.draft) !== null,
    isListed: stateIn({ open: { book: 'list' } }),
    /** Only one write may run at a time. */
    isUndoing: stateIn({ open: { undo: 'sending' } }),
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
    isJustDeleted: ({ context }) => context.justDeleted !== null,
    isGoodNews: ({ context }) => context.news?.isGood === true,
    isBadNews: ({ context }) => context.news?.isGood === false,
    isUnsaid: ({ context }) => context.message === null,
  },
  delays: { undoFor: 8_000, successClears: 5_000, errorClears: 8_000 },
});

/** The guard has checked it. */
function findAddress({ user }: AddressBookContext, id: string): SavedAddress {
  return assertPresent(user.addresses.find(({ _id }) => _id === id) ?? null);
}

function toFailure(error: unknown, listed: string): { readonly news: AddressMessage } {
  return { news: { isGood: false, isInDialog: false, problem: toProblem(error, listed) } };
}
