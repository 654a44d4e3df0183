import { fieldsOf, NEW_ADDRESS, sentAddress } from '../../rules/account/address-book.ts';
import { required } from '../../rules/required.ts';
import { addressBookSetup } from './address-book.setup.ts';
import * as texts from '../../texts/account.ts';
import type { AddressBookContext } from './address-book.setup.ts';
import type { User } from '../../../contract/user.ts';
import { given, signedOut, withEvent } from '../parts.ts';
import type { ContextScope, EventScope } from '../parts.ts';
import { slot } from '../slots.ts';

/** The saved addresses of a shopper: add, edit, delete with Undo (U13), set as default. */

const chosenId = ({ context: { chosen } }: ContextScope<AddressBookContext>) => ({ id: required(chosen)._id });
const userIn = ({ event }: EventScope<{ readonly output: User }>) => ({ user: event.output });

/** The page and the session take over the user that the server has answered, and the page says what was done. */
function saved(text: string) {
  return [given('setUser', userIn), given('updateUser', userIn), given('sayDone', { text })] as const;
}

/** Where the dialog is complete, it is sent. */
function submitted<const Target extends string>(target: Target) {
  return [
    { description: 'Name, address, city or country is missing (§5).', guard: 'isIncomplete', actions: 'refuse' },
    {
      description: 'The phone, which may be left out, is none (§5 Phone).',
      guard: 'isPhoneWrong',
      actions: 'refusePhone',
    },
    undoing,
    { description: 'All that is required is filled in.', target, actions: 'clearDialog' },
  ] as const;
}

/** The dialog keeps what was typed. */
function notSaved<const Target extends string>(target: Target) {
  return {
    description: 'It was not saved for another reason, and the dialog says why.',
    target,
    actions: withEvent('setNotSaved'),
  };
}

const undoing = {
  description: 'A deleted address is being brought back: one change at a time.',
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
          description: 'What is heard is about the shopper of this page.',
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
                  description: 'There is none yet.',
                  always: { description: 'The list has an address.', guard: 'isFilled', target: 'filled' },
                },
                filled: {
                  description: 'A card for each address, with what can be done with it.',
                  always: { description: 'The list has no address any more.', guard: 'isEmpty', target: 'empty' },
                  on: {
                    'address.edit': {
                      description: 'It is one of the saved addresses.',
                      guard: withEvent('isKnown'),
                      target: '#editing',
                      actions: withEvent('beginEdit'),
                    },
                    'address.delete': [
                      undoing,
                      {
                        description: 'It is one of the saved addresses; there is no question first (U13).',
                        guard: withEvent('isKnown'),
                        target: '#deleting',
                        actions: withEvent('choose'),
                      },
                    ],
                    'address.makeDefault': [
                      undoing,
                      {
                        description: 'It is a saved address and not the default yet.',
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
                      description: 'A saved address is changed.',
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
                    input: ({ context: { draft, user } }) => sentAddress(draft, user),
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
                      id: required(chosen)._id,
                      ...sentAddress(draft, user),
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
                    description: 'The default was not changed for another reason, and the page says why.',
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
                    description: 'It was not deleted for another reason, and the page says why.',
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
            description: 'An address was deleted just now (U13).',
            guard: 'isJustDeleted',
            target: '.offered',
            actions: 'offerUndo',
          },
          states: {
            none: { description: 'There is nothing to undo.', entry: 'forgetDeleted' },
            offered: {
              description: 'The last deletion can be undone; each deletion and each failure gives 8 s anew.',
              after: {
                undoFor: { description: '8 s after the deletion or the last failed Undo (U13).', target: 'none' },
              },
              on: {
                'undo.press': {
                  description: 'Nothing else is being done with the addresses.',
                  guard: 'isListed',
                  target: 'sending',
                },
              },
            },
            sending: {
              description: 'The deleted address is being saved again, with its mark as the default.',
              invoke: {
                ...slot('createAddress'),
                input: ({ context: { deleted } }) => fieldsOf(required(deleted)),
                onDone: { target: 'none', actions: saved(texts.addressAdded) },
                onError: [
                  signedOut('#gone'),
                  {
                    description: 'It could not be saved again: Undo is offered anew, and the page says why.',
                    target: 'offered',
                    actions: withEvent('sayNotBack'),
                  },
                ],
              },
            },
          },
        },

        message: {
          description: 'What came of the last thing done: a success for 5 s, an error for 8 s.',
          initial: 'none',
          always: [
            {
              description: 'What was done last has worked, and that is not said yet.',
              guard: 'isGoodNews',
              target: '.success',
              actions: 'tellNews',
            },
            {
              description: 'What was done last has failed, and that is not said yet.',
              guard: 'isBadNews',
              target: '.error',
              actions: 'tellNews',
            },
          ],
          states: {
            none: { description: 'Nothing is said.', entry: 'clearMessage' },
            success: {
              description: 'What was done, for 5 s.',
              after: { successClears: { description: '5 s after a success was said (§4).', target: 'none' } },
            },
            error: {
              description: 'It did not work, and why.',
              always: {
                description: 'A dialog that was sent again or closed took its own error away.',
                guard: 'isUnsaid',
                target: 'none',
              },
              after: { errorClears: { description: '8 s after an error was said (§4).', target: 'none' } },
            },
          },
        },
      },
    },
    gone: { id: 'gone', type: 'final', description: 'The shopper is logged out; the login page follows.' },
  },
});
