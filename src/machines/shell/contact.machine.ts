import { assign, setup } from 'xstate';
import { contactErrors, trimContact } from '../../../contract/rules/contact.ts';
import type { ContactMessage } from '../../../contract/rules/contact.ts';
import { toFailedCall, toProblem } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { withEvent } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, listenerSlot, slot } from '../slots.ts';
import * as texts from '../../texts/shell.ts';

/** A message to the shop (A22). The input stays until it was sent. */

export interface ContactContext extends ContactMessage {
  readonly nameError: string | null;
  readonly emailError: string | null;
  readonly messageError: string | null;
  /** At the top of the form. */
  readonly problem: Problem | null;
}

export type ContactEvent =
  /** A shopper is signed in and need not type name and e-mail. */
  | { readonly type: 'shopper.known'; readonly name: string; readonly email: string }
  | { readonly type: 'name.change'; readonly name: string }
  | { readonly type: 'email.change'; readonly email: string }
  | { readonly type: 'message.change'; readonly message: string }
  | { readonly type: 'form.submit' }
  | { readonly type: 'form.again' };

const RIGHT = { nameError: null, emailError: null, messageError: null, problem: null } as const;
const NOT_SENT = texts.messageNotSent;

export const contactMachine = setup({
  types: { context: {} as ContactContext, events: {} as ContactEvent },
  actors: {
    /** Sends `shopper.known` for a signed-in shopper. */
    watchShopper: listenerSlot(),
    sendMessage: callSlot<void, ContactMessage>(),
  },
  actions: {
    introduce: assign(({ context }, { name, email }: { name: string; email: string }) => ({
      name: context.name === '' ? name : context.name,
      email: context.email === '' ? email : context.email,
    })),
    setName: assign((_, { name }: { name: string }) => ({ name, nameError: null, problem: null })),
    setEmail: assign((_, { email }: { email: string }) => ({ email, emailError: null, problem: null })),
    setMessage: assign((_, { message }: { message: string }) => ({ message, messageError: null, problem: null })),
    markFields: assign(({ context }) => contactErrors(context)),
    clearErrors: assign(RIGHT),
    setFailure: assign((_, { error }: Failure) => toContactFailure(error)),
    clearMessage: assign({ message: '' }),
  },
  guards: {
    isIncomplete: ({ context }) => Object.values(contactErrors(context)).some((error) => error !== null),
  },
}).createMachine({
  id: 'contact',
  description: 'A message to the shop through the contact form.',
  context: { name: '', email: '', message: '', ...RIGHT },
  initial: 'form',
  states: {
    form: {
      description: 'A visitor types name, e-mail and message.',
      invoke: slot('watchShopper'),
      on: {
        'shopper.known': { actions: withEvent('introduce') },
        'name.change': { actions: withEvent('setName') },
        'email.change': { actions: withEvent('setEmail') },
        'message.change': { actions: withEvent('setMessage') },
        'form.submit': [
          {
            description: 'Name, e-mail or message is missing or invalid.',
            guard: 'isIncomplete',
            actions: 'markFields',
          },
          { description: 'Name, e-mail and message are valid.', target: 'sending', actions: 'clearErrors' },
        ],
      },
    },
    sending: {
      description: 'The message is being sent. The input stays.',
      invoke: {
        ...slot('sendMessage'),
        input: ({ context }) => trimContact(context),
        onDone: { target: 'sent', actions: 'clearMessage' },
        onError: { target: 'form', actions: withEvent('setFailure') },
      },
    },
    sent: {
      description: 'The shop has received the message and will answer by e-mail.',
      on: { 'form.again': 'form' },
    },
  },
});

/** Returns the errors of a refused message: for the fields that the server names (H15), or for the form. */
function toContactFailure(error: unknown) {
  const { fields, message } = toFailedCall(error);
  const named = {
    nameError: fields['name'] ?? null,
    emailError: fields['email'] ?? null,
    messageError: fields['message'] ?? null,
  };
  const isOnlyFields = message === '' && Object.values(named).some((text) => text !== null);
  return { ...named, problem: isOnlyFields ? null : toProblem(error, NOT_SENT) };
}
