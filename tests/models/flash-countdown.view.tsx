import type { flashCountdownMachine } from '../../src/machines/flash-countdown.machine.ts';
import { FlashCountdownView } from '../../src/views/flash/flash-countdown.view.tsx';
import type { ViewOf } from '../../model-testing/view/screen.ts';

export const flashCountdownView: ViewOf<typeof flashCountdownMachine> = (snapshot, send) => (
  <FlashCountdownView snapshot={snapshot} send={send} />
);
