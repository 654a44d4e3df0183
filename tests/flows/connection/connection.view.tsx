import type { connectionMachine } from '../../../src/machines/shell/connection.machine.ts';
import { ConnectionView } from '../../../src/views/shell/connection.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const connectionView: MachineView<typeof connectionMachine> = (snapshot, send) => (
  <ConnectionView snapshot={snapshot} send={send} />
);
