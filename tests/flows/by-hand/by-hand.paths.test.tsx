import { expect } from 'vitest';
import type { HandReport } from '../../../src/rules/payment/by-hand.ts';
import { byHandModel, TITLE } from './by-hand.model.ts';
import { byHandTable } from './by-hand.table.tsx';
import { byHandView } from './by-hand.view.tsx';
import { NOTHING } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';
import type { Page } from 'model-testing/view/page';

const OFFLINE = 'You are offline. We will check again when you are back.';
const dialog = (page: Page) => void page.getByRole('heading', { name: TITLE, hidden: true });
const isSeen = ({ report }: { readonly report: HandReport | null }) =>
  report?.checking === true
    ? 'We have seen a payment and are checking it with M-Pesa. Please do not pay again.'
    : undefined;
const hasNoCode = (page: Page) => {
  expect(page.queryByRole('img', { name: /^QR code/, hidden: true })).toBeNull();
  dialog(page);
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, hidden: true });

flowTests(byHandModel, {
  view: byHandView,
  shows: {
    open: dialog,
    'open.polling': dialog,
    'open.polling.asking': dialog,
    'open.polling.waiting': dialog,
    'open.polling.hidden': dialog,
    'open.polling.offline': OFFLINE,
    'open.step': dialog,
    'open.step.loading': 'Loading the numbers',
    'open.step.shown': (page, { context }) => {
      const { claim, checking, paid } = context.report ?? {};
      expect(page.text.includes('We have seen a payment')).toBe(checking === true);
      expect(page.text.includes('We received Ksh 1,000. Ksh 2,000 is still to pay.')).toBe(paid === 1000);
      if (claim !== null && claim !== undefined) expect(page.says).toContain(claim.text);
      dialog(page);
    },
    'open.step.entering': (page, { context }) => {
      const field = page.getByRole('textbox', { name: 'M-Pesa message or receipt number', hidden: true });
      expect(field).toHaveProperty('value', context.text);
      expect(field.getAttribute('aria-invalid')).toBe(context.textError === null ? null : 'true');
      button(page, 'Back');
    },
    'open.step.sending': (page) => expect(button(page, 'Send').getAttribute('aria-busy')).toBe('true'),
    'open.step.asking': (page, { context }) =>
      expect(page.says).toContain(isSeen(context) ?? context.report?.claim?.text),
    'open.step.forStaff': (page, { context }) =>
      expect(page.says).toContain(isSeen(context) ?? context.report?.claim?.text),
    'open.step.switching': (page) => expect(button(page, 'Pay on delivery').getAttribute('aria-busy')).toBe('true'),
    'open.code': dialog,
    'open.code.narrow': hasNoCode,
    'open.code.ready': hasNoCode,
    'open.code.asking': hasNoCode,
    'open.code.shown': (page) => {
      page.getByRole('img', {
        name: /^QR code for the M-Pesa app: (Paybill 123456, account A1B2C3D4|Till 654321), Ksh/,
        hidden: true,
      });
      expect(page.text).toContain('Or scan this with the M-Pesa app.');
    },
    'open.code.absent': hasNoCode,
    'open.copy': dialog,
    'open.copy.idle': (page) => {
      expect(page.says).not.toContain('Copied');
      dialog(page);
    },
    'open.copy.copying': dialog,
    'open.copy.done': 'Copied',
    'open.copy.refused': 'Press and hold to copy.',
    paid: NOTHING,
    onDelivery: NOTHING,
    over: NOTHING,
    prompt: NOTHING,
    dismissed: NOTHING,
    signedOut: NOTHING,
  },
  table: byHandTable,
});
