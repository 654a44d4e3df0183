import type { SnapshotFrom } from 'xstate';
import type { sessionMachine } from '../../../src/machines/account/session.machine.ts';
import { expectProblem } from '../support/account.judges.ts';
import { sessionModel } from './session.model.ts';
import { sessionView } from './session.view.tsx';
import { sessionTable } from './session.table.ts';
import type { Page } from 'model-testing/view/page';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

const NOT_KEPT = 'Your browser is not keeping data for this site. You will be logged out when you close this page.';

type Snapshot = SnapshotFrom<typeof sessionMachine>;

const notices = (page: Page, snapshot: Snapshot) =>
  expectProblem(
    page,
    snapshot.context.problem,
    snapshot.matches({ customer: { authenticated: 'unconfirmed' } }) ? 'Retry' : 'Dismiss',
  );

flowTests(sessionModel, {
  view: sessionView,
  shows: {
    'customer.authenticated': notices,
    'storage.ok': see('status', NOT_KEPT, 'absent'),
    'storage.memoryOnly': see('status', NOT_KEPT),
  },
  shownBy: {
    'customer.guest':
      'tests/flows/session/session.paths.test.tsx: its rows; a guest is told only what has become of a session',
    'customer.starting': 'tests/routes/render.test.tsx: protected pages wait',
    'customer.loggingOut': 'tests/flows/profile/profile.paths.test.tsx and menu.test.tsx: the button that was pressed',
    admin: 'tests/flows/session/session.requirements.test.ts: staff have no page in the shop',
  },
  table: sessionTable,
});
