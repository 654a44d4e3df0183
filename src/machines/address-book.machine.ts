import { assign, fromCallback, fromPromise, setup, stateIn } from 'xstate';
import type { EventObject } from 'xstate';
import type { SavedAddress, User } from '../../contract/user.ts';
import { fieldsOf, missingFields, namedErrors, NEW_ADDRESS, sentAddress, withField } from '../rules/address-book.ts';
import type { AddressErrors, AddressField, AddressFields, AddressNews } from '../rules/address-book.ts';
import { failedCall, isSignedOut, problem, problemOf } from '../rules/failure.ts';
import { required } from '../rules/required.ts';
import { effectSlot, notProvided } from './slots.ts';

/** The saved addresses of a shopper: add, edit, delete with Undo (U13), set as default. */

export interface AddressBookInput {
  readonly user: User;
}

export interface AddressBookContext extends AddressBookInput {
  /** The address that is edited, deleted or made the default. */
  readonly chosen: SavedAddress | null;
  readonly draft: AddressFields;
  readonly fieldErrors: AddressErrors;
  /** Undo is not offered yet. */
  readonly justDeleted: SavedAddress | null;
  /** What Undo would bring back; null where nothing can be undone any more. */
  readonly deleted: SavedAddress | null;
  /** Not said yet. */
  readonly news: AddressNews | null;
  /** What is said now. */
  readonly message: AddressNews | null;
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

interface Chosen {
  readonly id: string;
}
interface Failed {
  readonly error: unknown;
}

const NOT_SAVED = 'Failed to save address';

export const addressBookMachine = setup({
  types: { input: {} as AddressBookInput, context: {} as AddressBookContext, events: {} as AddressBookEvent },
  actors: {
    /** Sends `user.changed` when more is known of the shopper, e.g. by another tab, and `session.ended`. */
    watchSession: fromCallback<EventObject>(notProvided),
    createAddress: fromPromise<User, AddressFields>(notProvided),
    updateAddress: fromPromise<User, AddressFields & Chosen>(notProvided),
    deleteAddress: fromPromise<User, Chosen>(notProvided),
    setDefaultAddress: fromPromise<User, Chosen>(notProvided),
  },
  actions: {
    /** The session and the browser take over what the server has answered. */
    updateUser: effectSlot<{ user: User }>(),
    setUser: assign((_, { user }: { user: User }) => ({ user })),
    choose: assign(({ context }, { id }: Chosen) => ({ chosen: addressOf(context, id) })),
    beginNew: assign({ chosen: null, draft: NEW_ADDRESS, fieldErrors: {} }),
    beginEdit: assign(({ context }, { id }: Chosen) => {
      const chosen = addressOf(context, id);
      return { chosen, draft: fieldsOf(chosen), fieldErrors: {} };
    }),
    setField: assign(({ context }, { field, value }: { field: AddressField; value: string }) => {
      const { [field]: _, ...fieldErrors } = context.fieldErrors;
      return { draft: withField(context.draft, field, value), fieldErrors };
    }),
    setDefault: assign(({ context }, { isOn }: { isOn: boolean }) => ({
      draft: { ...context.draft, isDefault: isOn },
    })),
    /** The marked fields stay marked when the text has gone. */
    refuse: assign(({ context }) => ({
      fieldErrors: Object.fromEntries(missingFields(context.draft).map((field) => [field, ''])),
      news: { isGood: false, isOfDialog: true, problem: problem('Please fill in all required fields') },
    })),
    setNotSaved: assign((_, { error }: Failed) => ({
      fieldErrors: namedErrors(failedCall(error).fields),
      news: { isGood: false, isOfDialog: true, problem: problemOf(error, NOT_SAVED) },
    })),
    sayDone: assign((_, { text }: { text: string }) => ({
      news: { isGood: true, isOfDialog: false, problem: problem(text) },
    })),
    sayNotDeleted: assign((_, { error }: Failed) => failure(error, 'Failed to delete address')),
    sayNotDefault: assign((_, { error }: Failed) => failure(error, 'Failed to update default address')),
    sayNotBack: assign((_, { error }: Failed) => failure(error, NOT_SAVED)),
    tellNews: assign(({ context }) => ({ message: context.news, news: null })),
    clearMessage: assign({ message: null }),
    /** What was wrong with a dialog is of no interest once it is sent again or closed. */
    clearDialog: assign(({ context }) => ({
      fieldErrors: {},
      message: context.message?.isOfDialog === true ? null : context.message,
    })),
    noteDeleted: assign({ justDeleted: ({ context }) => context.chosen }),
    offerUndo: assign(({ context }) => ({ deleted: context.justDeleted, justDeleted: null })),
    forgetDeleted: assign({ deleted: null }),
  },
  guards: {
    isSameUser: ({ context }, { user }: { user: User }) => context.user._id === user._id,
    isEmpty: ({ context }) => context.user.addresses.length === 0,
    isFilled: ({ context }) => context.user.addresses.length > 0,
    isKnown: ({ context }, { id }: Chosen) => context.user.addresses.some(({ _id }) => _id === id),
    canBeDefault: ({ context }, { id }: Chosen) =>
      context.user.addresses.some(({ _id, isDefault }) => _id === id && !isDefault),
    isIncomplete: ({ context }) => missingFields(context.draft).length > 0,
    isListed: stateIn({ open: { book: 'list' } }),
    /** One write at a time. */
    isUndoing: stateIn({ open: { undo: 'sending' } }),
    isUnauthorized: (_, { error }: Failed) => isSignedOut(error),
    isJustDeleted: ({ context }) => context.justDeleted !== null,
    isGoodNews: ({ context }) => context.news?.isGood === true,
    isBadNews: ({ context }) => context.news?.isGood === false,
    isUnsaid: ({ context }) => context.message === null,
  },
  delays: { undoFor: 8_000, successClears: 5_000, errorClears: 8_000 },
}).createMachine({
  id: 'addressBook',
  description: 'The saved addresses of a shopper.',
  context: ({ input }) => ({
    ...input,
    chosen: null,
    draft: NEW_ADDRESS,
    fieldErrors: {},
    justDeleted: null,
    deleted: null,
    news: null,
    message: null,
  }),
  initial: 'open',
  states: {
    open: {
      description: 'The Address tab of a shopper who is logged in.',
      type: 'parallel',
      invoke: { id: 'watchSession', src: 'watchSession' },
      on: {
        'user.changed': {
          guard: { type: 'isSameUser', params: ({ event }) => event },
          actions: { type: 'setUser', params: ({ event }) => event },
        },
        'session.ended': 'gone',
      },
      states: {
        book: {
          description: 'The list, with at most one address being written or changed.',
          initial: 'list',
          states: {
            list: {
              id: 'list',
              description: 'The saved addresses.',
              initial: 'filled',
              on: { 'address.add': { target: 'modal', actions: 'beginNew' } },
              states: {
                empty: {
                  description: 'There is none yet.',
                  always: { guard: 'isFilled', target: 'filled' },
                },
                filled: {
                  description: 'A card for each address, with what can be done with it.',
                  always: { guard: 'isEmpty', target: 'empty' },
                  on: {
                    'address.edit': {
                      guard: { type: 'isKnown', params: ({ event }) => event },
                      target: '#editing',
                      actions: { type: 'beginEdit', params: ({ event }) => event },
                    },
                    'address.delete': [
                      { guard: 'isUndoing' },
                      {
                        guard: { type: 'isKnown', params: ({ event }) => event },
                        target: '#deleting',
                        actions: { type: 'choose', params: ({ event }) => event },
                      },
                    ],
                    'address.makeDefault': [
                      { guard: 'isUndoing' },
                      {
                        guard: { type: 'canBeDefault', params: ({ event }) => event },
                        target: '#settingDefault',
                        actions: { type: 'choose', params: ({ event }) => event },
                      },
                    ],
                  },
                },
              },
            },
            modal: {
              description: 'The dialog of one address, over the list.',
              initial: 'filling',
              states: {
                filling: {
                  description: 'The fields are filled in.',
                  initial: 'adding',
                  on: {
                    'field.change': { actions: { type: 'setField', params: ({ event }) => event } },
                    'default.choose': { actions: { type: 'setDefault', params: ({ event }) => event } },
                    'form.cancel': { target: '#list', actions: 'clearDialog' },
                  },
                  states: {
                    adding: {
                      description: 'A new address.',
                      on: {
                        'form.submit': [
                          { guard: 'isIncomplete', actions: 'refuse' },
                          { guard: 'isUndoing' },
                          { target: '#creating', actions: 'clearDialog' },
                        ],
                      },
                    },
                    editing: {
                      id: 'editing',
                      description: 'A saved address is changed.',
                      on: {
                        'form.submit': [
                          { guard: 'isIncomplete', actions: 'refuse' },
                          { guard: 'isUndoing' },
                          { target: '#updating', actions: 'clearDialog' },
                        ],
                      },
                    },
                  },
                },
                creating: {
                  id: 'creating',
                  description: 'The new address is being saved; the dialog stays.',
                  invoke: {
                    id: 'createAddress',
                    src: 'createAddress',
                    input: ({ context: { draft, user } }) => sentAddress(draft, user),
                    onDone: {
                      target: '#list',
                      actions: [
                        { type: 'setUser', params: ({ event }) => ({ user: event.output }) },
                        { type: 'updateUser', params: ({ event }) => ({ user: event.output }) },
                        { type: 'sayDone', params: { text: 'Address added successfully!' } },
                      ],
                    },
                    onError: [
                      { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#gone' },
                      { target: 'filling', actions: { type: 'setNotSaved', params: ({ event }) => event } },
                    ],
                  },
                },
                updating: {
                  id: 'updating',
                  description: 'The changed address is being saved; the dialog stays.',
                  invoke: {
                    id: 'updateAddress',
                    src: 'updateAddress',
                    input: ({ context: { draft, user, chosen } }) => ({
                      id: required(chosen)._id,
                      ...sentAddress(draft, user),
                    }),
                    onDone: {
                      target: '#list',
                      actions: [
                        { type: 'setUser', params: ({ event }) => ({ user: event.output }) },
                        { type: 'updateUser', params: ({ event }) => ({ user: event.output }) },
                        { type: 'sayDone', params: { text: 'Address updated successfully!' } },
                      ],
                    },
                    onError: [
                      { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#gone' },
                      { target: '#editing', actions: { type: 'setNotSaved', params: ({ event }) => event } },
                    ],
                  },
                },
              },
            },
            settingDefault: {
              id: 'settingDefault',
              description: 'One address is being made the default.',
              invoke: {
                id: 'setDefaultAddress',
                src: 'setDefaultAddress',
                input: ({ context: { chosen } }) => ({ id: required(chosen)._id }),
                onDone: {
                  target: 'list',
                  actions: [
                    { type: 'setUser', params: ({ event }) => ({ user: event.output }) },
                    { type: 'updateUser', params: ({ event }) => ({ user: event.output }) },
                    { type: 'sayDone', params: { text: 'Default address updated successfully!' } },
                  ],
                },
                onError: [
                  { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#gone' },
                  { target: 'list', actions: { type: 'sayNotDefault', params: ({ event }) => event } },
                ],
              },
            },
            deleting: {
              id: 'deleting',
              description: 'One address is being deleted, without a question (U13).',
              invoke: {
                id: 'deleteAddress',
                src: 'deleteAddress',
                input: ({ context: { chosen } }) => ({ id: required(chosen)._id }),
                onDone: {
                  target: 'list',
                  actions: [
                    { type: 'setUser', params: ({ event }) => ({ user: event.output }) },
                    { type: 'updateUser', params: ({ event }) => ({ user: event.output }) },
                    { type: 'sayDone', params: { text: 'Address deleted successfully!' } },
                    'noteDeleted',
                  ],
                },
                onError: [
                  { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#gone' },
                  { target: 'list', actions: { type: 'sayNotDeleted', params: ({ event }) => event } },
                ],
              },
            },
          },
        },

        undo: {
          description: 'For 8 s after a deletion the address can be brought back (U13).',
          initial: 'none',
          always: { guard: 'isJustDeleted', target: '.offered', actions: 'offerUndo' },
          states: {
            none: { description: 'There is nothing to undo.', entry: 'forgetDeleted' },
            offered: {
              description: 'The last deletion can be undone; each deletion and each failure gives 8 s anew.',
              after: { undoFor: 'none' },
              on: { 'undo.press': { guard: 'isListed', target: 'sending' } },
            },
            sending: {
              description: 'The deleted address is being saved again, with its mark as the default.',
              invoke: {
                id: 'createAddress',
                src: 'createAddress',
                input: ({ context: { deleted } }) => fieldsOf(required(deleted)),
                onDone: {
                  target: 'none',
                  actions: [
                    { type: 'setUser', params: ({ event }) => ({ user: event.output }) },
                    { type: 'updateUser', params: ({ event }) => ({ user: event.output }) },
                    { type: 'sayDone', params: { text: 'Address added successfully!' } },
                  ],
                },
                onError: [
                  { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#gone' },
                  { target: 'offered', actions: { type: 'sayNotBack', params: ({ event }) => event } },
                ],
              },
            },
          },
        },

        message: {
          description: 'What came of the last thing done: a success for 5 s, an error for 8 s.',
          initial: 'none',
          always: [
            { guard: 'isGoodNews', target: '.success', actions: 'tellNews' },
            { guard: 'isBadNews', target: '.error', actions: 'tellNews' },
          ],
          states: {
            none: { description: 'Nothing is said.', entry: 'clearMessage' },
            success: { description: 'What was done, for 5 s.', after: { successClears: 'none' } },
            error: {
              description: 'It did not work, and why.',
              always: { guard: 'isUnsaid', target: 'none' },
              after: { errorClears: 'none' },
            },
          },
        },
      },
    },
    gone: { id: 'gone', type: 'final', description: 'The shopper is logged out; the login page follows.' },
  },
});

/** The guard has seen it. */
function addressOf({ user }: AddressBookContext, id: string): SavedAddress {
  return required(user.addresses.find(({ _id }) => _id === id) ?? null);
}

function failure(error: unknown, listed: string): { readonly news: AddressNews } {
  return { news: { isGood: false, isOfDialog: false, problem: problemOf(error, listed) } };
}
