import type { AnyStateMachine, EventObject } from 'xstate';
import type { Judge } from 'model-testing/table/table';
import type { Words } from 'model-testing/table/words';

/** Words for events that many tables share. An entry applies only when the machine accepts the event. */
const on: Words<EventObject | readonly EventObject[]> = [
  {
    'page hidden': { type: 'page.hidden' },
    'submit(again)': { type: 'form.submit' },
    'show password': { type: 'password.show' },
    'hide password': [{ type: 'password.show' }, { type: 'password.hide' }],
  },
  [/^window (gets focus|focused)$/, { type: 'window.focused' }],
  [/^page (shown|visible)( again)?$/, { type: 'page.visible' }],
  [/^(network lost|browser says offline)$/, { type: 'network.lost' }],
  [/^(network back|browser says online)$/, { type: 'network.back' }],
  [/^(url changed|navigate to another page)/, { type: 'path.changed' }],
  [/^dismiss( notice)?$/, { type: 'notice.dismiss' }],
  [/^session became authenticated/, { type: 'session.authenticated' }],
];

/** Throws instead of using `expect`, because the browser also reads these words, without a test runner. */
function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

const getType = (field: HTMLElement) => field.getAttribute('type');

/** Words for results that many tables share. */
const does: Words<Judge<AnyStateMachine>> = [
  {
    // The client and the session do this for every caller.
    'token and user cleared': { judgedBy: 'tests/flows/session/session.requirements.test.ts (D14)' },

    // The alert gets the focus when it appears: tests/views/auth.test.tsx.
    'focus on the alert': ({ page }) =>
      demand(page.getByRole('alert').getAttribute('tabindex') === '-1', 'the alert takes no focus'),
    'the password is readable': ({ page }) => demand(getType(page.getByLabelText('Password')) === 'text', 'it is not'),
    'the password is dotted': ({ page }) =>
      demand(getType(page.getByLabelText('Password')) === 'password', 'it is not'),
  },
];

export const words = { on, does };
