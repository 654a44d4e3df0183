import { expect } from 'vitest';
import { SessionView } from '../../src/views/layout/session.view.tsx';
import { sessionModel } from '../models/session.model.ts';
import { sessionTable } from '../models/session.table.ts';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(sessionModel, {
  view: (snapshot) => <SessionView snapshot={snapshot} send={() => undefined} />,
  shows: {
    'customer.authenticated.unconfirmed': (page, { context: { problem } }) => {
      if (problem === null) return;
      expect(page.getByRole('alert').textContent).toContain('Failed to load user');
      page.getByRole('button', { name: 'Retry' });
    },
    'storage.ok': (page) => expect(page.text).not.toContain('not keeping data'),
    'storage.memoryOnly': (page) =>
      expect(page.says.join()).toContain('You will be logged out when you close this page.'),
  },
  table: sessionTable,
});
