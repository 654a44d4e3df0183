import type { flashCountdownMachine } from '../../../src/machines/home/flash-countdown.machine.ts';
import { FlashCountdownView } from '../../../src/views/home/flash-countdown.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const flashCountdownView: MachineView<typeof flashCountdownMachine> = (snapshot, send) => (
  <FlashCountdownView snapshot={snapshot} send={send} />
);
