import { orderingModel } from '../models/ordering.model.ts';
import { orderingTable } from '../models/ordering.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

// The checkout's table tells what happens while an order is under way; its rows of that run here. What is seen of
// it is drawn by the children's views.
flowTests({ ...orderingModel, flow: 'checkout' }, { view: () => <></>, shows: {}, table: orderingTable });
