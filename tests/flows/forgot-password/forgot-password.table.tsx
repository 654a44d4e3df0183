import { expect } from 'vitest';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { failures, failuresIn } from '../../../model-testing.config.ts';
import type { forgotPasswordMachine } from '../../../src/machines/account/forgot-password.machine.ts';
import { ApiError } from '../../../contract/errors.ts';
import { SENT_AT } from './forgot-password.model.ts';

type Machine = typeof forgotPasswordMachine;
type Live = LiveActor<Machine>;

const sent = (live: Live) => live.answer('requestLink', { sentAt: SENT_AT + live.now });
const refusedWithoutWords = new ApiError({ kind: 'refused', status: 200 });

const sending = async (live: Live) => {
  await live.send({ type: 'email.change', email: 'wanjiku@example.com' });
  await live.send({ type: 'form.submit' });
};
const ready = async (live: Live) => {
  await sending(live);
  await sent(live);
  await live.advance(60_000);
};
const resending = async (live: Live) => {
  await ready(live);
  await live.send({ type: 'link.resend' });
};

/** The response of a row with `after n ms`; `null` is success. */
const getAnswer = (words: string): Error | null => {
  if (/^answers\(success true/.test(words)) return null;
  if (/^answers\(success false, no message/.test(words)) return refusedWithoutWords;
  if (/^answers\(reply cannot be read/.test(words)) return failures['broken'] ?? null;
  const [failure] = failuresIn(/^fails\((.*?), after/.exec(words)?.[1] ?? '') ?? [];
  return failure ?? null;
};

export const forgotPasswordTable: Table<Machine> = {
  start: { always: '' },
  reach: {
    sending,
    'checkEmail.waiting': async (live, { on }) => {
      if (!on.includes('after a good resend') && !on.includes('since a good resend')) {
        await sending(live);
        return sent(live);
      }
      await resending(live);
      await live.advance(1_500);
      return sent(live);
    },
    'checkEmail.ready': ready,
    'checkEmail.resending': resending,
    checkEmail: async (live) => {
      await sending(live);
      await sent(live);
    },
  },
  when: [
    {
      'no answer yet': { holds: (live) => live.openCalls().some(({ slot }) => slot === 'requestLink') },
      'the answer came earlier and was good': { after: sent },
      'the answer came earlier and was a refusal without message': {
        after: (live) => live.fail('requestLink', refusedWithoutWords),
      },
    },
  ],
  on: [
    {
      // The client times out after 10 s. The pause has ended by then.
      'POST /auth/forgot-password fails(no answer in 10000 ms)': async (live) => {
        await live.advance(10_000);
        await live.fail('requestLink', failures['timeout']);
      },
      '1499 ms have passed, the answer came after 300 ms': async (live) => {
        await live.advance(300);
        await sent(live);
        await live.advance(1_199);
      },
      'press Contact': press('link', 'Contact us'),
      'press Back to Login': press('link', 'Back to Login'),
      'press Resend Email(59 s after the last sending)': async (live) => {
        await live.advance(59_000);
        await live.act(press('button', /^Resend Email/));
      },
      'page seen again after 70 s hidden': { type: 'clock.tick', now: SENT_AT + 70_000 },
    },
    [
      /^POST \/auth\/forgot-password (.* after (\d+) ms.*)$/,
      async (live, [, words = '', ms]) => {
        await live.advance(Number(ms));
        const failure = getAnswer(words);
        return failure === null ? sent(live) : live.fail('requestLink', failure);
      },
    ],
    [
      /^submit\(email '(.*?)'\) \[by Enter, twice\]/,
      (_, [, email = '']) => [{ type: 'email.change', email }, { type: 'form.submit' }, { type: 'form.submit' }],
    ],
    [/^submit\(email '(.*?)'\)/, (_, [, email = '']) => [{ type: 'email.change', email }, { type: 'form.submit' }]],
    [/^press Resend Email/, { type: 'link.resend' }],
    [
      /^(\d+) ms have passed since (the first sending|a good resend)/,
      (live, [, ms]) => ({ type: 'clock.tick', now: live.snapshot.context.resendAt - 60_000 + Number(ms) }),
    ],
  ],
  calls: [
    {
      call: 'POST /auth/forgot-password',
      slot: 'requestLink',
      input: ({ email }) => ({ email }),
      answers: [
        {
          "success false, message 'X'": new ApiError({ kind: 'refused', status: 200, message: 'X' }),
          'success false, no message': refusedWithoutWords,
          'reply cannot be read': failures['broken'],
        },
        [/^success true/, { sentAt: SENT_AT }],
      ],
    },
  ],
  inside: { clock: 'tells the time, calls nothing' },
  does: [
    {
      'log that nothing was sent': (outcome, _, { on }) => {
        outcome.effect('logNotSent');
        if (on.includes('twice')) outcome.effect('logNotSent');
      },
      "'Resend Email' is not usable yet": ({ page }) =>
        expect(page.getByRole('button', { name: /^Resend Email/ })).toHaveProperty('disabled', true),
      "'Resend Email' is usable": ({ page }) =>
        expect(page.getByRole('button', { name: 'Resend Email' })).toHaveProperty('disabled', false),
    },
    [/^go to (\S+)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
    [
      /^'Resend Email' shows (\d+) s$/,
      ({ page }, [, left]) =>
        expect(page.getByRole('button', { name: `Resend Email in ${left} s` })).toHaveProperty('disabled', true),
    ],
  ],
  elsewhere: [
    { rows: /: page reloaded/, by: 'tests/flows/forgot-password/forgot-password.requirements.test.ts' },
    {
      rows: /^invariant: the screen is the same whether or not the e-mail has an account/,
      by: 'tests/server/accounts/reset.test.ts',
    },
  ],
};
