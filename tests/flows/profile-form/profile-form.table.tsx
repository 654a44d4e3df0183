import { expect } from 'vitest';
import type { EventFrom } from 'xstate';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { LiveActor } from 'model-testing/model/live';
import { LOOK } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import type { Outcome } from 'model-testing/table/outcome';
import type { profileFormMachine } from '../../../src/machines/account/profile-form.machine.ts';
import { pendingTexts } from '../../../src/rules/account/profile-form.ts';
import type { PendingField, ProfileChange, ProfileFields } from '../../../src/rules/account/profile-form.ts';
import { expectError, fieldNamed, leavePhoneStep } from '../support/account.judges.ts';
import { NEW_EMAIL, NEW_PHONE, proof, shopper } from './profile-form.model.ts';
import { profileFormView } from './profile-form.view.tsx';

type Machine = typeof profileFormMachine;
type Live = LiveActor<Machine>;
type Where = { readonly when: string | null; readonly on: string };

const TYPED: Partial<ProfileFields> = { name: 'Wanjiku', email: 'wanjiku@example.com', phone: '0712345678' };
const ADDRESS = ['street', 'city', 'town', 'zipCode', 'country'] as const;
const CONFIRMED = { ...shopper, phone: NEW_PHONE };
const refused = (status: number, message = '', fields: Record<string, string> = {}) =>
  new ApiError({ kind: 'refused', status, message, fields });

/** Parses the fields from `phone '0722000000' and name 'W'`. */
const named = (words: string): Partial<ProfileFields> => {
  const found = [...words.matchAll(/(name|email|phone|Town\/Estate) (?:changed to )?'(.*?)'/g)];
  const emptied = words.includes('all five address fields emptied') ? ADDRESS.map((field) => [field, '']) : [];
  return Object.fromEntries([
    ...found.map(([, label = '', value = '']) => [label === 'Town/Estate' ? 'town' : label, value]),
    ...emptied,
  ]);
};
const submit = (fields: Partial<ProfileFields>): EventFrom<Machine>[] => [
  ...Object.entries({ ...TYPED, ...fields }).map(([field, value]) => ({
    type: 'field.change' as const,
    field: field as keyof ProfileFields,
    value,
  })),
  { type: 'form.submit' },
];
const save = async (live: Live, fields: Partial<ProfileFields> = {}) => {
  for (const event of submit(fields)) await live.send(event);
};
/** Answers the save with the sent values. Pending fields keep their old value. */
const saved = async (live: Live, pending: readonly PendingField[] = []) => {
  const sent = live.openCalls().find(({ slot }) => slot === 'saveProfile')?.input as ProfileChange;
  await live.answer('saveProfile', { user: { ...shopper, name: sent.name, address: sent.address }, pending });
};
const saveWith = async (live: Live, fields: Partial<ProfileFields>, pending: readonly PendingField[]) => {
  await save(live, fields);
  await saved(live, pending);
};
const phoneStep = (live: Live) => saveWith(live, { phone: NEW_PHONE }, ['phone']);
const bothWait = (live: Live) => saveWith(live, { phone: NEW_PHONE, email: NEW_EMAIL }, ['phone', 'email']);
const prove = async (live: Live) => {
  await live.answer('sendOtp', { pinId: 'P1', sentAt: 0 });
  live.snapshot.children.phoneVerification?.send({ type: 'code.verify', code: '123456' });
  await live.settle();
  await live.answer('verifyOtp', proof);
  await live.answer('complete', null);
};
const pendingIn = (words: string) => [...words.matchAll(/'(phone|email)'/g)].map(([, field]) => field as PendingField);

const getValue = ({ page }: Outcome<Machine>, name: keyof ProfileFields) => fieldNamed(page, name).value;
const getNotices = ({ snapshot: { context } }: Outcome<Machine>) => pendingTexts(context.pending, context.user);

export const profileFormTable: Table<Machine> = {
  view: profileFormView,
  start: { 'the form': '', 'the notice (runs beside it)': '' },
  input: ({ on }) => (on === 'open(the user has no address)' ? 'without an address' : ''),
  reach: {
    saving: (live, { when }: Where) => save(live, named(when ?? '')),
    phoneStep: async (live, { when }: Where) => {
      await phoneStep(live);
      if (when?.startsWith('the first code could not be sent') === true) {
        await live.fail('sendOtp', failures['offline'] as Error);
      }
    },
    confirming: async (live) => {
      await phoneStep(live);
      await prove(live);
    },
    editing: () => undefined,
    'editing.refused': (live) => save(live, { name: '' }),
    'editing.saved': (live) => saveWith(live, {}, []),
    'editing.confirmed': async (live) => {
      await phoneStep(live);
      await prove(live);
      await live.answer('confirmPhone', CONFIRMED);
    },
    'editing.kept': async (live) => {
      await phoneStep(live);
      await leavePhoneStep(live);
    },
    'editing.failed': async (live, { on }: Where) => {
      if (on.includes('after a failed POST /auth/confirm-phone')) {
        await phoneStep(live);
        await prove(live);
        return live.fail('confirmPhone', failures['offline'] as Error);
      }
      await save(live);
      return live.fail('saveProfile', failures['offline'] as Error);
    },
    notice: (live, { on }: Where) => {
      const pending = pendingIn(on);
      return save(live, {
        ...(pending.includes('phone') && { phone: NEW_PHONE }),
        ...(pending.includes('email') && { email: NEW_EMAIL }),
      });
    },
    'notice.phone': async (live, { on }: Where) => {
      await phoneStep(live);
      if (on === 'the new phone was confirmed') await prove(live);
    },
    'notice.email': (live) => saveWith(live, { email: NEW_EMAIL }, ['email']),
    'notice.both': async (live, { on }: Where) => {
      await bothWait(live);
      if (/^(8000 ms|back )/.test(on)) return;
      await prove(live);
      if (/^(the new phone|POST)/.test(on)) return;
      await live.fail('confirmPhone', failures['offline'] as Error);
      if (on === 'a save was refused or failed') await save(live);
    },
  },
  when: [
    [/ (?:was|were) (?:sent|typed)$/, { because: 'it was, on the way to saving' }],
    {
      'the first code could not be sent (phone-verification: sendFailed)': {
        holds: ({ snapshot }) => snapshot.children.phoneVerification?.getSnapshot().matches('sendFailed') === true,
      },
    },
  ],
  on: [
    {
      'Save Profile': { type: 'form.submit' },
      'a save answered success without data.pending, or with []': (live) => saved(live),
      'the new phone was confirmed': (live) => live.answer('confirmPhone', CONFIRMED),
      'POST /auth/confirm-phone was refused or failed': (live) =>
        live.fail('confirmPhone', failures['offline'] as Error),
      'a save was refused or failed': (live) => live.fail('saveProfile', failures['offline'] as Error),
      "session's user replaced(email 'njeri@example.com') [the link was opened in another tab]": (live) =>
        live.emit('watchSession', { type: 'user.changed', user: { ...live.snapshot.context.user, email: NEW_EMAIL } }),
      'phone verified(again)': LOOK,
      "phone verified({verified:true, msisdn:'254722000000'})": prove,
      "type City('Mombasa')": { type: 'field.change', field: 'city', value: 'Mombasa' },
    },
    [/^open\(/, LOOK],
    [/^Save Profile\((.*)\)/, (_, [, words = '']) => submit(named(words))],
    [
      /^PUT \/auth\/profile answers\(success true,(?: message 'Y',)? data\.user(.*)\)$/,
      (live, [, words = '']) => saved(live, pendingIn(words)),
    ],
    [
      /^the answer named what is still to be confirmed\((.*)\)$/,
      (live, [, words = '']) => saved(live, pendingIn(words)),
    ],
    [/^back(?: from the code screen)?$/, (live) => (live.snapshot.matches('confirming') ? LOOK : leavePhoneStep(live))],
    [/^session became guest/, { type: 'session.ended' }],
    [/^(\d+) ms have passed$/, (live, [, ms]) => live.advance(Number(ms))],
  ],
  calls: [
    {
      call: 'PUT /auth/profile',
      slot: 'saveProfile',
      input: (args) => args,
      answers: [
        {
          "success false, message 'X'": refused(200, 'X'),
          'success false, no message': refused(200),
        },
        [/^success true without data\.user/, failures['broken']],
      ],
      fails: [
        {
          "400, fields {email:'This email is already in use', phone:'This phone number is already in use'}": refused(
            400,
            '',
            { email: 'This email is already in use', phone: 'This phone number is already in use' },
          ),
          "400, fields {email:'This email is already in use'}": refused(400, '', {
            email: 'This email is already in use',
          }),
        },
        [/^400, fields \{phone:/, refused(400, '', { phone: 'This phone number is already in use' })],
      ],
    },
    { call: 'POST /auth/send-otp', slot: 'sendOtp', input: ({ phone, userName }) => ({ phone, userName }) },
    {
      call: 'POST /auth/confirm-phone',
      slot: 'confirmPhone',
      input: (args) => args,
      answers: [
        {
          "success false, message 'X'": refused(200, 'X'),
          'success false, no message': refused(200),
        },
        [/data\.user \{phone:'0722000000'\}$/, CONFIRMED],
        [/^success true without data\.user$|^the reply cannot be read$/, failures['broken']],
      ],
      fails: [
        {
          "400, message 'No verification session found. Please request a new code.'": refused(
            400,
            'No verification session found. Please request a new code.',
          ),
        },
        [/^400, fields \{phone:/, refused(400, '', { phone: 'This phone number is already in use' })],
      ],
    },
  ],
  unseen: { forgetCode: 'of the code screen; its own table' },
  running: ['phoneVerification'],
  inside: {
    phoneVerification: 'runs in these rows; its own table has the rest',
    watchSession: 'looks at the session, calls nothing',
  },
  does: [
    {
      'the address fields are empty': (outcome) =>
        expect(ADDRESS.map((name) => getValue(outcome, name))).toEqual(['', '', '', '', '']),
      'the texts under the fields go': ({ page, snapshot }) => {
        if (snapshot.matches('editing')) for (const field of ['name', 'email', 'phone']) expectError(page, field, null);
        expect(snapshot.context.fieldErrors).toEqual({});
      },
      'only the text under Email is left': ({ snapshot }) =>
        expect(Object.keys(snapshot.context.fieldErrors)).toEqual(['email']),
      "the phone's part goes": ({ snapshot }) => expect(snapshot.context.pending.phone).toBeNull(),
      "the e-mail's part goes": ({ snapshot }) => expect(snapshot.context.pending.email).toBeNull(),
      'show each under its field': ({ page, snapshot: { context } }) => {
        for (const field of ['email', 'phone'] as const)
          expectError(page, field, context.fieldErrors[field] ?? 'nothing');
      },
      '0712345678 stays the phone number, in the session and under user': ({ snapshot }) =>
        expect(snapshot.context.user.phone).toBe('0712345678'),
      'remove token and user from localStorage': {
        judgedBy: 'tests/flows/profile-form/profile-form.requirements.test.ts',
      },
      'to login, see protected-page': { judgedBy: 'tests/flows/protected-page/protected-page.paths.test.ts' },
    },
    [
      /^Street Address '(.*)', City '(.*)', Town\/Estate '(.*)', ZIP Code '(.*)', Country '(.*)'$/,
      (outcome, [, ...values]) => expect(ADDRESS.map((name) => getValue(outcome, name))).toEqual(values),
    ],
    [
      /^the (?:success )?message goes(?:; the code screen and the notice stay)?$/,
      (outcome, _, { to }) =>
        expect(outcome.page.says).toEqual(to === 'editing.refused' ? expect.anything() : getNotices(outcome)),
    ],
    [
      /^replace the user in the session and under user/,
      (outcome) => void outcome.effect('updateUser', { user: outcome.snapshot.context.user }),
    ],
    [
      /^the code screen for 0722000000 opens at once/,
      ({ page, snapshot }) => {
        expect(snapshot.children.phoneVerification?.getSnapshot().context.phone).toBe(NEW_PHONE);
        page.getByRole('textbox', { name: 'Verification code' });
      },
    ],
    [
      /^field (Email|Phone) (?:shows|keeps) '(.*?)'/,
      (outcome, [, label = '', value]) => {
        expect(getValue(outcome, label === 'Email' ? 'email' : 'phone')).toBe(value);
        if (label === 'Phone' && outcome.snapshot.matches({ editing: 'failed' }))
          expect(outcome.snapshot.context.pending.phone).toBe(NEW_PHONE);
      },
    ],
    [/^the notice names (.*)$/, ({ page }, [, address = '']) => expect(page.text).toContain(address)],
    [/^the (?:phone's )?notice goes$/, ({ snapshot }) => expect(snapshot.context.pending.phone).toBeNull()],
    [
      /^show it under (Email|Phone)$/,
      ({ page, snapshot }, [, label = '']) => {
        const field = label === 'Email' ? 'email' : 'phone';
        expectError(page, field, snapshot.context.fieldErrors[field] ?? 'nothing');
      },
    ],
    [
      /^the field changes; the message stays/,
      (outcome) => {
        expect(getValue(outcome, 'city')).toBe('Mombasa');
        expect(outcome.page.says).not.toEqual([]);
      },
    ],
  ],
  undrawn: {
    'editing.failed': 'the rows have both texts',
    'notice.both': 'the rows see both',
  },
  elsewhere: [
    { rows: /page reloaded$/, by: 'tests/flows/profile-form/profile-form.requirements.test.ts' },
    {
      rows: /^invariant: the POST \/auth\/send-otp of the rows/,
      by: 'tests/flows/profile-form/profile-form.requirements.test.ts',
    },
  ],
};
