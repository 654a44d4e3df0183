import { expect } from 'vitest';
import { ConnectionView } from '../../src/views/layout/connection.view.tsx';
import { connectionModel } from '../models/connection.model.ts';
import { connectionTable } from '../models/connection.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(connectionModel, {
  view: (snapshot) => <ConnectionView snapshot={snapshot} send={() => undefined} />,
  shows: {
    'network.online': (page) => expect(page.text).toBe(''),
    'network.offline': (page) => expect(page.getByRole('status').textContent).toBe('Offline'),
    // Nobody sees a hidden page; what it shows stays.
    'page.visible': (page, snapshot) =>
      expect(page.text).toBe(snapshot.matches({ network: 'offline' }) ? 'Offline' : ''),
    'page.hidden': (page, snapshot) =>
      expect(page.text).toBe(snapshot.matches({ network: 'offline' }) ? 'Offline' : ''),
  },
  table: connectionTable,
});
