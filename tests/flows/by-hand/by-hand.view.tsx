import type { byHandMachine } from '../../../src/machines/payment/by-hand.machine.ts';
import { ByHandDialog } from '../../../src/views/payment/by-hand.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const byHandView: MachineView<typeof byHandMachine> = (snapshot, send) => (
  <ByHandDialog snapshot={snapshot} send={send} />
);
