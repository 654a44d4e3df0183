import { expect } from 'vitest';
import { flowTests } from 'model-testing/flow-tests';
import type { Page } from 'model-testing/view/page';
import { see } from 'model-testing/view/shows';
import { contactModel } from './contact.model.ts';
import { contactView } from './contact.view.tsx';
import { contactTable } from './contact.table.tsx';

const details = (page: Page) => {
  for (const words of ['0700 123 456', 'support@duka.test']) page.getByRole('link', { name: words });
};
const control = ({ element }: Page, name: string) => {
  const found = element.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (found === null) throw new Error(`no field ${name}`);
  return found;
};

flowTests(contactModel, {
  view: contactView,
  shows: {
    form: [
      details,
      see('button', 'Send Message', 'on'),
      (page, { context }) => {
        for (const name of ['name', 'email', 'message'] as const) {
          const error = context[`${name}Error`];
          expect(control(page, name).value).toBe(context[name]);
          expect(control(page, name).readOnly).toBe(false);
          expect(control(page, name).getAttribute('aria-invalid')).toBe(error === null ? null : 'true');
          if (error !== null) page.getByText(error);
        }
        expect(page.queryByRole('alert')?.textContent?.includes(context.problem?.text ?? '') ?? false).toBe(
          context.problem !== null,
        );
      },
    ],
    sending: [
      details,
      see('button', 'Send Message', 'busy'),
      (page) => expect(['name', 'email', 'message'].every((name) => control(page, name).readOnly)).toBe(true),
    ],
    sent: [
      details,
      see('status', 'Thank you. Your message was sent, and we will answer by e-mail.'),
      see('button', 'Write Another Message', 'on'),
      see('button', 'Send Message', 'absent'),
    ],
  },
  table: contactTable,
});
