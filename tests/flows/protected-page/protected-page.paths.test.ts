import { protectedPageModel } from './protected-page.model.ts';
import { protectedPageTable } from './protected-page.table.ts';
import { flowTests } from 'model-testing/flow-tests';

flowTests(protectedPageModel, {
  shownBy: {
    checking: 'tests/routes/render.test.tsx: the text, and nothing of the page',
    shown: 'tests/flows/session/session.paths.test.tsx: the profile page of whoever is logged in',
    redirected: 'tests/flows/login/login.paths.test.tsx: the login page',
    public: 'tests/routes/render.test.tsx: open to all',
  },
  table: protectedPageTable,
});
