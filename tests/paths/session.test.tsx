import type { SnapshotFrom } from 'xstate';
import type { sessionMachine } from '../../src/machines/session.machine.ts';
import { SessionView } from '../../src/views/layout/session.view.tsx';
import { ProfileView } from '../../src/views/static/profile.view.tsx';
import { expectProblem } from '../models/account.samples.ts';
import { sessionModel } from '../models/session.model.ts';
import { sessionTable } from '../models/session.table.ts';
import type { Page } from '../../model-testing/view/page.ts';
import { see } from '../../model-testing/view/shows.ts';
import { flowTests } from '../../model-testing/flow-tests.ts';

const NOT_KEPT = 'Your browser is not keeping data for this site. You will be logged out when you close this page.';

type Snapshot = SnapshotFrom<typeof sessionMachine>;

const notices = (page: Page, snapshot: Snapshot) =>
  expectProblem(
    page,
    snapshot.context.problem,
    snapshot.matches({ customer: { authenticated: 'unconfirmed' } }) ? 'Retry' : 'Dismiss',
  );

flowTests(sessionModel, {
  // What it says on any page, and the profile page of whoever is logged in.
  view: (snapshot, send) => (
    <>
      <SessionView snapshot={snapshot} send={send} />
      {snapshot.context.user !== null && <ProfileView snapshot={snapshot} send={send} addresses={null} />}
    </>
  ),
  shows: {
    'customer.guest': [notices, see('button', 'Logout', 'absent')],
    'customer.authenticated': [
      notices,
      see('button', 'Logout', 'on'),
      (page, { context: { user } }) => {
        page.getByRole('heading', { level: 2, name: user?.name });
        page.getByText(user?.email);
      },
    ],
    'customer.loggingOut': [see('button', 'Logout', 'busy'), notices],
    'storage.ok': see('status', NOT_KEPT, 'absent'),
    'storage.memoryOnly': see('status', NOT_KEPT),
  },
  shownBy: {
    'customer.starting': 'tests/routes/render.test.tsx: protected pages wait',
    admin: 'tests/requirements/session.test.ts: staff have no page in the shop',
  },
  table: sessionTable,
});
