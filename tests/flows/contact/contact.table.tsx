import { expect } from 'vitest';
import type { EventFrom } from 'xstate';
import { ApiError } from '../../../contract/errors.ts';
import type { ContactMessage } from '../../../contract/rules/contact.ts';
import type { contactMachine } from '../../../src/machines/shell/contact.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import { wanjiku } from './contact.model.ts';

type Machine = typeof contactMachine;

const known = (live: LiveActor<Machine>) => live.emit('watchShopper', { type: 'shopper.known', ...wanjiku });

const submit = (name: string, email: string, message: string): EventFrom<Machine>[] => [
  { type: 'name.change', name },
  { type: 'email.change', email },
  { type: 'message.change', message },
  { type: 'form.submit' },
];

const typed = { ...wanjiku, message: 'Hello' };

export const contactTable: Table<Machine> = {
  start: { guest: '', 'logged in': { after: known } },
  reach: {
    sending: async (live) => {
      for (const event of submit(typed.name, typed.email, typed.message)) await live.send(event);
    },
  },
  when: [
    {
      'logged in': { after: known },
      "after submit(name '', email '', message '')": { after: { type: 'form.submit' } },
    },
  ],
  on: [
    {
      "submit(message 'Hello')": [{ type: 'message.change', message: 'Hello' }, { type: 'form.submit' }],
      'write another': { type: 'form.again' },
    },
    [
      /^submit\(name '(.*?)', email '(.*?)', message '(.*?)'\)/,
      (_, [, name = '', email = '', message = '']) => submit(name, email, message),
    ],
    [/^type name '(.*)'$/, (_, [, name = '']) => ({ type: 'name.change', name })],
    [/^type email '(.*)'$/, (_, [, email = '']) => ({ type: 'email.change', email })],
    [/^type message '(.*)'$/, (_, [, message = '']) => ({ type: 'message.change', message })],
  ],
  calls: [
    {
      call: 'POST /contact',
      slot: 'sendMessage',
      input: (args) => args as unknown as ContactMessage,
      answers: [{ success: undefined }],
      fails: [
        {
          "400, fields {email:'Please enter a valid email address'}": new ApiError({
            kind: 'refused',
            status: 400,
            fields: { email: 'Please enter a valid email address' },
          }),
        },
      ],
    },
  ],
  inside: { watchShopper: 'looks at the session, calls nothing' },
  does: [
    {
      'what was typed stays': ({ snapshot: { context } }) => expect(context).toMatchObject(typed),
      'name and e-mail stay, the message is empty': ({ snapshot: { context } }) =>
        expect(context).toMatchObject({ ...wanjiku, message: '' }),
    },
  ],
  elsewhere: [{ rows: /reload page/, by: 'tests/flows/contact/contact.requirements.test.ts' }],
};
