import { expect } from 'vitest';
import { SessionNoticeView } from '../../src/views/layout/session-notice.view.tsx';
import { sessionModel } from '../models/session.model.ts';
import { sessionTable } from '../models/session.table.ts';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(sessionModel, {
  view: (snapshot) => <SessionNoticeView snapshot={snapshot} send={() => undefined} />,
  shows: {
    'customer.authenticated.unconfirmed': (page, { context: { problem } }) => {
      if (problem === null) return;
      expect(page.getByRole('alert').textContent).toContain('Failed to load user');
      page.getByRole('button', { name: 'Retry' });
    },
  },
  table: sessionTable,
});
