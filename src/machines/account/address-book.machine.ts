import { toAddressFields, NEW_ADDRESS, toAddressPayload } from '../../rules/account/address-book.ts';
import { assertPresent } from '../../rules/required.ts';
import { addressBookSetup } from './address-book.setup.ts';
import * as texts from '../../texts/account.ts';
import type { AddressBookContext } from './address-book.setup.ts';
import type { User } from '../../../contract/user.ts';
import { given, signedOut, withEvent } from '../parts.ts';
import type { ContextScope, EventScope } from '../parts.ts';
import { slot } from '../slots.ts';

/** The saved addresses of a shopper: add, edit, delete with Undo (U13), set as default. */

const chosenId = ({ context: { chosen } }: ContextScope<AddressBookContext>) => ({ id: assertPresent(chosen)._id });
const userIn = ({ event }: EventScope<{ readonly output: User }>) => ({ user: event.output });

/** Updates the user of page and session with the server's data, and shows a success message. */
function saved(text: string) {
  return [given('setUser', userIn), given('updateUser', userIn), given('sayDone', { text })] as const;
}

/** Sends a complete dialog. */
function submitted<const Target extends string>(target: Target) {
  return [
    { description: 'Name, address, city or country is missing (§5).', guard: 'isIncomplete', actions: 'refuse' },
    {
      description: 'A phone was typed, but it is not a phone number (§5 Phone).',
      guard: 'isPhoneWrong',
      actions: 'refusePhone',
    },
    undoing,
    { description: 'All required fields are filled in.', target, actions: 'clearDialog' },
  ] as const;
}

/** The dialog keeps the input. */
function notSaved<const Target extends string>(target: Target) {
  return {
    description: 'The address was not saved for another reason. The dialog keeps the input and shows the error.',
    target,
    actions: withEvent('setNotSaved'),
  };
}

const undoing = {
  description: 'Undo is running, and only one change may run at a time.',
  guard: 'isUndoing',
} as const;

export const addressBookMachine = addressBookSetup.createMachine({
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
      invoke: slot('watchSession'),
      on: {
        'user.changed': {
          description: 'The change concerns the shopper of this page.',
          guard: withEvent('isSameUser'),
          actions: withEvent('setUser'),
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
                  description: 'No address is saved yet.',
                  always: { description: 'The list has an address.', guard: 'isFilled', target: 'filled' },
                },
                filled: {
                  description: 'A card for each address, with its actions.',
                  always: { description: 'The list has become empty.', guard: 'isEmpty', target: 'empty' },
                  on: {
                    'address.edit': {
                      description: 'The address is in the list.',
                      guard: withEvent('isKnown'),
                      target: '#editing',
                      actions: withEvent('beginEdit'),
                    },
                    'address.delete': [
                      undoing,
                      {
                        description: 'The address is in the list. It is deleted without a question (U13).',
                        guard: withEvent('isKnown'),
                        target: '#deleting',
                        actions: withEvent('choose'),
                      },
                    ],
                    'address.makeDefault': [
                      undoing,
                      {
                        description: 'The address is in the list and not the default yet.',
                        guard: withEvent('canBeDefault'),
                        target: '#settingDefault',
                        actions: withEvent('choose'),
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
                    'field.change': { actions: withEvent('setField') },
                    'default.choose': { actions: withEvent('setDefault') },
                    'form.cancel': { target: '#list', actions: 'clearDialog' },
                  },
                  states: {
                    adding: {
                      description: 'A new address.',
                      on: {
                        'form.submit': submitted('#creating'),
                      },
                    },
                    editing: {
                      id: 'editing',
                      description: 'The shopper changes a saved address.',
                      on: {
                        'form.submit': submitted('#updating'),
                      },
                    },
                  },
                },
                creating: {
                  id: 'creating',
                  description: 'The new address is being saved; the dialog stays.',
                  invoke: {
                    ...slot('createAddress'),
                    input: ({ context: { draft, user } }) => toAddressPayload(draft, user),
                    onDone: { target: '#list', actions: saved(texts.addressAdded) },
                    onError: [signedOut('#gone'), notSaved('filling')],
                  },
                },
                updating: {
                  id: 'updating',
                  description: 'The changed address is being saved; the dialog stays.',
                  invoke: {
                    ...slot('updateAddress'),
                    input: ({ context: { draft, user, chosen } }) => ({
                      id: assertPresent(chosen)._id,
                      ...toAddressPayload(draft, user),
                    }),
                    onDone: { target: '#list', actions: saved(texts.addressUpdated) },
                    onError: [signedOut('#gone'), notSaved('#editing')],
                  },
                },
              },
            },
            settingDefault: {
              id: 'settingDefault',
              description: 'One address is being made the default.',
              invoke: {
                ...slot('setDefaultAddress'),
                input: chosenId,
                onDone: { target: 'list', actions: saved(texts.defaultAddressUpdated) },
                onError: [
                  signedOut('#gone'),
                  {
                    description: 'The default was not changed for another reason. The page shows the error.',
                    target: 'list',
                    actions: withEvent('sayNotDefault'),
                  },
                ],
              },
            },
            deleting: {
              id: 'deleting',
              description: 'One address is being deleted, without a question (U13).',
              invoke: {
                ...slot('deleteAddress'),
                input: chosenId,
                onDone: { target: 'list', actions: [...saved(texts.addressDeleted), 'noteDeleted'] },
                onError: [
                  signedOut('#gone'),
                  {
                    description: 'The address was not deleted for another reason. The page shows the error.',
                    target: 'list',
                    actions: withEvent('sayNotDeleted'),
                  },
                ],
              },
            },
          },
        },

        undo: {
          description: 'For 8 s after a deletion the address can be brought back (U13).',
          initial: 'none',
          always: {
            description: 'An address has just been deleted (U13).',
            guard: 'isJustDeleted',
            target: '.offered',
            actions: 'offerUndo',
          },
          states: {
            none: { description: 'There is nothing to undo.', entry: 'forgetDeleted' },
            offered: {
              description: 'The last deletion can be undone. Each deletion and each failed Undo restarts the 8 s.',
              after: {
                undoFor: { description: '8 s after the deletion or the last failed Undo (U13).', target: 'none' },
              },
              on: {
                'undo.press': {
                  description: 'No other change of the addresses is running.',
                  guard: 'isListed',
                  target: 'sending',
                },
              },
            },
            sending: {
              description: 'The deleted address is being saved again, including its default mark.',
              invoke: {
                ...slot('createAddress'),
                input: ({ context: { deleted } }) => toAddressFields(assertPresent(deleted)),
                onDone: { target: 'none', actions: saved(texts.addressAdded) },
                onError: [
                  signedOut('#gone'),
                  {
                    description:
                      'The address could not be restored. Undo is offered again, and the page shows the error.',
                    target: 'offered',
                    actions: withEvent('sayNotBack'),
                  },
                ],
              },
            },
          },
        },

        message: {
          description: 'The result of the last action: a success for 5 s, an error for 8 s.',
          initial: 'none',
          always: [
            {
              description: 'The last action succeeded, and its message is new.',
              guard: 'isGoodNews',
              target: '.success',
              actions: 'tellNews',
            },
            {
              description: 'The last action failed, and its message is new.',
              guard: 'isBadNews',
              target: '.error',
              actions: 'tellNews',
            },
          ],
          states: {
            none: { description: 'No message is shown.', entry: 'clearMessage' },
            success: {
              description: 'The success message, shown for 5 s.',
              after: { successClears: { description: '5 s after the success message appeared (§4).', target: 'none' } },
            },
            error: {
              description: 'The error message.',
              always: {
                description: 'The dialog was sent again or closed, which removes its error.',
                guard: 'isUnsaid',
                target: 'none',
              },
              after: { errorClears: { description: '8 s after the error message appeared (§4).', target: 'none' } },
            },
          },
        },
      },
    },
    gone: { id: 'gone', type: 'final', description: 'The shopper is logged out; the login page follows.' },
  },
});
