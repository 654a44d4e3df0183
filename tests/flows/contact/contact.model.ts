import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { contactMachine } from '../../../src/machines/shell/contact.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, press } from 'model-testing/view/act';

export const wanjiku = { name: 'Wanjiku', email: 'wanjiku@example.com' } as const;

export const contactModel = defineModel({
  flow: 'contact',
  machine: contactMachine,
  inputs: { '': undefined },
  events: {
    'shopper.known': { sentBy: 'watchShopper', cases: { Wanjiku: wanjiku } },
    'name.change': { Wanjiku: { name: wanjiku.name }, Otieno: { name: ' Otieno ' } },
    'email.change': { good: { email: wanjiku.email }, other: { email: 'Otieno@Example.com' }, bad: { email: 'w' } },
    'message.change': { Hello: { message: ' Hello ' } },
    'form.submit': { '': {} },
    'form.again': { '': {} },
  },
  acts: defineActs<typeof contactMachine>({
    'name.change': ({ name }) => fill('Your name', name),
    // Browsers trim the value of an e-mail field.
    'email.change': ({ email }) => (email === email.trim() ? fill('Email', email) : null),
    'message.change': ({ message }) => fill('Message', message),
    'form.submit': press('button', 'Send Message'),
    'form.again': press('button', 'Write Another Message'),
  }),
  done: { sendMessage: { '': undefined } },
  fail: {
    sendMessage: {
      'with fields': new ApiError({
        kind: 'refused',
        status: 400,
        fields: { name: 'Which name?', email: 'Please enter a valid email address', message: 'Too long' },
      }),
    },
  },
  late: ['sendMessage'],
  project: ({ problem, ...rest }) => ({ ...rest, problem: problem?.text }),
  delays: {},
  states: {
    form: (snapshot) => snapshot.matches('form'),
    sending: (snapshot) => snapshot.matches('sending'),
    sent: (snapshot) => snapshot.matches('sent'),
  },
  invariants: {
    'at most one POST /contact is open at a time': ({ calls }) =>
      calls.filter((call) => call.slot === 'sendMessage' && call.isOpen()).length <= 1,
    'the form begins empty, and nothing is called wrong': ({ step, snapshot: { context } }) =>
      step?.kind !== 'start' || Object.values(context).every((value) => value === '' || value === null),
    'what was typed is kept until it was sent': ({ step, before, snapshot }) =>
      before === null ||
      step?.event.type.endsWith('.change') === true ||
      step?.event.type === 'shopper.known' ||
      dequal(
        [snapshot.context.name, snapshot.context.email, snapshot.context.message],
        [before.context.name, before.context.email, snapshot.matches('sent') ? '' : before.context.message],
      ),
    'what is sent is trimmed, the e-mail lowercased': ({ started, before }) =>
      started
        .filter(({ slot }) => slot === 'sendMessage')
        .every(({ input }) =>
          dequal(input, {
            name: before?.context.name.trim(),
            email: before?.context.email.trim().toLowerCase(),
            message: before?.context.message.trim(),
          }),
        ),
    'whoever is signed in is written where nothing was typed': ({ step, before, snapshot: { context } }) =>
      step?.event.type !== 'shopper.known' ||
      before?.matches('form') !== true ||
      (context.name === (before.context.name || wanjiku.name) &&
        context.email === (before.context.email || wanjiku.email)),
    'nothing is said while the shop is asked, nor when it has the message': ({ snapshot }) => {
      const { nameError, emailError, messageError, problem } = snapshot.context;
      return snapshot.matches('form') || [nameError, emailError, messageError, problem].every((said) => said === null);
    },
    'a field is called wrong while nothing is said on top': ({ step, before, snapshot }) =>
      step?.event.type !== 'form.submit' || before?.matches('form') !== true || snapshot.context.problem === null,
    'what the server says of the fields stands under them, and nothing on top (H15)': ({ step, snapshot }) => {
      const { nameError, emailError, messageError, problem } = snapshot.context;
      return (
        step?.label !== 'sendMessage fails(with fields)' ||
        dequal(
          [nameError, emailError, messageError, problem],
          ['Which name?', 'Please enter a valid email address', 'Too long', null],
        )
      );
    },
    'what was said of a field goes when it is typed into, and what was said of all': ({ step, snapshot }) => {
      const { nameError, emailError, messageError, problem } = snapshot.context;
      const said = { 'name.change': nameError, 'email.change': emailError, 'message.change': messageError };
      const type = step?.kind === 'sent' ? '' : step?.event.type;
      if (type === undefined || !(type in said) || !snapshot.matches('form')) return true;
      return said[type as keyof typeof said] === null && problem === null;
    },
  },
});
