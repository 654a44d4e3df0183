import type { sessionMachine } from '../../../src/machines/account/session.machine.ts';
import { SessionView } from '../../../src/views/account/session.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

/** What it says on any page; who is logged in, and the way out, are shown by the header and the profile. */
export const sessionView: MachineView<typeof sessionMachine> = (snapshot, send) => (
  <SessionView snapshot={snapshot} send={send} />
);
