import { connectionModel } from './connection.model.ts';
import { connectionView } from './connection.view.tsx';
import { connectionTable } from './connection.table.tsx';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

flowTests(connectionModel, {
  view: connectionView,
  shows: {
    'network.online': see('status', 'Offline', 'absent'),
    'network.offline': see('status', 'Offline'),
  },
  shownBy: {
    page: 'tests/flows/connection/connection.requirements.test.ts: a page that is hidden is seen by nobody; who watches hears of it',
  },
  table: connectionTable,
});
