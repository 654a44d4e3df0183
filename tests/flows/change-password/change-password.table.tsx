import { expect } from 'vitest';
import type { EventFrom } from 'xstate';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import type { Page } from 'model-testing/view/page';
import type { changePasswordMachine } from '../../../src/machines/account/change-password.machine.ts';
import { fieldNamed } from '../support/account.judges.ts';

type Machine = typeof changePasswordMachine;
type Live = LiveActor<Machine>;

const FIELDS = { Current: 'currentPassword', New: 'newPassword', 'Confirm New': 'confirmPassword' } as const;

const type = (current: string, fresh: string, confirm: string): EventFrom<Machine>[] => [
  { type: 'current.change', currentPassword: current },
  { type: 'new.change', newPassword: fresh },
  { type: 'confirm.change', confirmPassword: confirm },
];
const submit = (current: string, fresh: string, confirm: string): EventFrom<Machine>[] => [
  ...type(current, fresh, confirm),
  { type: 'form.submit' },
];

const saving = async (live: Live) => {
  for (const event of submit('Old', 'Abcdefg1', 'Abcdefg1')) await live.send(event);
};

/** The password requirements on the page, in the format of the table: `8+ characters yes, uppercase no, …`. */
export const getNeeds = ({ element }: Pick<Page, 'element'>) =>
  [...element.querySelectorAll('ul[aria-label="What the new password needs"] li')]
    .map(({ textContent }) =>
      (textContent ?? '')
        .replace(/( letter)?: (yes|not yet)$/, (_, __, met: string) => ` ${met === 'yes' ? 'yes' : 'no'}`)
        .toLowerCase(),
    )
    .join(', ');

const button = (page: Page) => page.getByRole('button', { name: 'Change Password' });

export const changePasswordTable: Table<Machine> = {
  start: { always: '' },
  reach: {
    saving,
    'editing.changed': async (live) => {
      await saving(live);
      await live.answer('changePassword', undefined);
    },
    'editing.failed': async (live) => {
      await saving(live);
      await live.fail('changePassword', failures['offline'] as Error);
    },
    'editing.refused': { type: 'form.submit' },
  },
  on: [
    {
      'show Current Password': { type: 'current.toggle' },
      'show New Password': { type: 'new.toggle' },
      'show Confirm New Password': { type: 'confirm.toggle' },
    },
    [
      /^type\(current '(.*?)', new '(.*?)', confirm '(.*?)'\)$/,
      (_, [, current = '', fresh = '', confirm = '']) => type(current, fresh, confirm),
    ],
    [/^type\(new '(.*?)'\)$/, (_, [, newPassword = '']) => ({ type: 'new.change', newPassword })],
    [
      /^Change Password\(current '(.*?)', new '(.*?)', confirm '(.*?)'\)/,
      (_, [, current = '', fresh = '', confirm = ''], { from }) =>
        from === 'saving' ? { type: 'form.submit' } : submit(current, fresh, confirm),
    ],
    [/^session became guest/, { type: 'session.ended' }],
    [/^(\d+) ms have passed$/, (live, [, ms]) => live.advance(Number(ms))],
  ],
  calls: [
    {
      call: 'PUT /auth/change-password',
      slot: 'changePassword',
      input: ({ currentPassword, newPassword }) => ({ currentPassword, newPassword }),
      answers: [
        {
          'success true': undefined,
          "success false, message 'X'": new ApiError({ kind: 'refused', status: 200, message: 'X' }),
          'success false, no message': new ApiError({ kind: 'refused', status: 200 }),
          'the reply cannot be read': failures['broken'],
        },
      ],
    },
  ],
  inside: { watchSession: 'looks at the session, calls nothing' },
  does: [
    {
      'the button is enabled': ({ page }) => expect(button(page).getAttribute('aria-disabled')).toBeNull(),
      'that password is readable, the others are not': ({ page }, _, { on }) => {
        const shown = FIELDS[on.replace(/^show | Password$/g, '') as keyof typeof FIELDS];
        for (const name of Object.values(FIELDS))
          expect(fieldNamed(page, name).type, name).toBe(name === shown ? 'text' : 'password');
      },
      'empty the three fields': ({ page }) =>
        expect(Object.values(FIELDS).map((name) => fieldNamed(page, name).value)).toEqual(['', '', '']),
      'the message goes': ({ page }) => expect(page.says).toEqual([]),
      'the session stays': { judgedBy: 'tests/flows/change-password/change-password.requirements.test.ts' },
      'remove token and user from localStorage': {
        judgedBy: 'tests/flows/change-password/change-password.requirements.test.ts',
      },
      'to login, see protected-page': { judgedBy: 'tests/flows/protected-page/protected-page.paths.test.ts' },
    },
    [/^the button (stays|is) disabled$/, ({ page }) => expect(button(page).getAttribute('aria-disabled')).toBe('true')],
    [/^the list shows: (.*)$/, ({ page }, [, list]) => expect(getNeeds(page)).toBe(list)],
  ],
  elsewhere: [
    {
      rows: /^invariant: the shopper's own session survives/,
      by: 'tests/flows/change-password/change-password.requirements.test.ts',
    },
    { rows: /^invariant: one text at a time/, by: 'tests/flows/change-password/change-password.requirements.test.ts' },
  ],
};
