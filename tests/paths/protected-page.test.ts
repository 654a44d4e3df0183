import { protectedPageModel } from '../models/protected-page.model.ts';
import { protectedPageTable } from '../models/protected-page.table.ts';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(protectedPageModel, { table: protectedPageTable });
