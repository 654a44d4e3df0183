import { protectedPageModel } from '../models/protected-page.model.ts';
import { protectedPageTable } from '../models/protected-page.table.ts';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(protectedPageModel, {
  shownBy: {
    checking: 'tests/routes/render.test.tsx: the text, and nothing of the page',
    shown: 'tests/paths/session.test.tsx: the profile page of whoever is logged in',
    redirected: 'tests/paths/login.test.tsx: the login page',
    public: 'tests/routes/render.test.tsx: open to all',
  },
  table: protectedPageTable,
});
