import type { connectionMachine } from '../../../src/machines/shell/connection.machine.ts';
import { ConnectionView } from '../../../src/views/shell/connection.view.tsx';
import type { ViewOf } from 'model-testing/view/screen';

export const connectionView: ViewOf<typeof connectionMachine> = (snapshot, send) => (
  <ConnectionView snapshot={snapshot} send={send} />
);
