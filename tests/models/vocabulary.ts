import type { AnyStateMachine, EventObject } from 'xstate';
import { expect } from 'vitest';
import type { Judge } from '../../model-testing/table/table.ts';

/** Facts that many tables name in the same words. A fact counts where the machine knows its events. */
const on: readonly (readonly [RegExp, EventObject | readonly EventObject[]])[] = [
  [/^window (gets focus|focused)$/, { type: 'window.focused' }],
  [/^page hidden$/, { type: 'page.hidden' }],
  [/^page (shown|visible)( again)?$/, { type: 'page.visible' }],
  [/^(network lost|browser says offline)$/, { type: 'network.lost' }],
  [/^(network back|browser says online)$/, { type: 'network.back' }],
  [/^(url changed|navigate to another page)/, { type: 'path.changed' }],
  [/^dismiss( notice)?$/, { type: 'notice.dismiss' }],
  [/^submit\(again\)$/, { type: 'form.submit' }],
  [/^show password$/, { type: 'password.show' }],
  [/^hide password$/, [{ type: 'password.show' }, { type: 'password.hide' }]],
  [/^session became authenticated/, { type: 'session.authenticated' }],
];

/** What many tables demand in the same words. */
const does: readonly (readonly [RegExp, Judge<AnyStateMachine>])[] = [
  // By the client and the session, whoever asked.
  [/^token and user cleared$/, { judgedBy: 'tests/requirements/session.test.ts (D14)' }],
  // The alert takes the focus when it appears: tests/views/auth.test.tsx.
  [/^focus on the alert$/, ({ page }) => expect(page.getByRole('alert').getAttribute('tabindex')).toBe('-1')],
  [/^the password is readable$/, ({ page }) => expect(page.getByLabelText('Password')).toHaveProperty('type', 'text')],
  [
    /^the password is dotted$/,
    ({ page }) => expect(page.getByLabelText('Password')).toHaveProperty('type', 'password'),
  ],
];

export const words = { on, does };
