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

/** Captions for manual testers of the events that no control of a page sends. */
export const happens: Readonly<Record<string, string>> = {
  'address.changed': 'The address of the page changes',
  'admin.changed': 'Somebody of the staff logs in or out in another tab',
  'bar.idle': 'The bar under the header has nothing to show',
  'bar.paying': 'The bar under the header shows the payment',
  'cart.changed': 'The cart changes',
  'cart.notSaved': 'The browser refuses to save the cart',
  'cart.saved': 'The browser saves the cart',
  'clock.tick': 'The clock moves on',
  'code.filled': 'The phone fills in the code of the SMS',
  'customer.changed': 'Somebody logs in or out in another tab',
  'customer.read': 'The browser is asked who is logged in',
  'deal.ended': 'The deal ends',
  'focus.entered': 'The keyboard focus comes into it',
  'focus.left': 'The keyboard focus leaves it',
  'google.credential': 'The shopper chooses a Google account',
  'google.failed': 'Google says that it did not work',
  'google.ready': "Google's button is there",
  'google.unavailable': "Google's button cannot be loaded",
  'motion.allowed': 'The shopper wants motion again',
  'motion.reduced': 'The shopper wants less motion (a setting of the device)',
  'network.back': 'The network is back',
  'network.lost': 'The network is cut',
  'outside.pressed': 'The shopper presses somewhere else',
  'outside.used': 'The shopper uses something else',
  'page.hidden': 'The shopper turns to another tab or app',
  'page.visible': 'The shopper comes back to the page',
  'path.changed': 'The shopper goes to another page',
  'payment.kept': 'A payment of before is found in this browser',
  'pointer.entered': 'The mouse comes over it',
  'pointer.left': 'The mouse leaves it',
  'record.changed': 'What this browser keeps of the payment changes in another tab',
  'record.notSaved': 'The browser refuses to keep the payment',
  'record.saved': 'The browser keeps the payment',
  'screen.narrowed': 'The window is made narrow',
  'screen.widened': 'The window is made wide',
  'session.authenticated': 'The shopper logs in in another tab',
  'session.changed': 'Who is logged in changes',
  'session.ended': 'The shopper logs out in another tab',
  'session.signedIn': 'The shopper is logged in',
  'session.signedOut': 'The shopper is logged out',
  'shopper.changed': 'Another shopper logs in',
  'shopper.returned': 'The bar under the header says that the shopper is back',
  'storage.changed': 'Another tab changes what the browser keeps',
  'storage.read': 'What the browser keeps is read',
  'storage.refused': 'The browser refuses its storage',
  'user.changed': 'The account changes in another tab',
  'window.focused': 'The shopper comes back to the window',
  'wishlist.notSaved': 'The browser refuses to save the wishlist',
  'wishlist.saved': 'The browser saves the wishlist',
};
