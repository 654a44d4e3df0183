import type { sessionMachine } from '../../../src/machines/account/session.machine.ts';
import { SessionView } from '../../../src/views/account/session.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

/** The messages of the session on any page. The header and the profile show who is logged in and the logout. */
export const sessionView: MachineView<typeof sessionMachine> = (snapshot, send) => (
  <SessionView snapshot={snapshot} send={send} />
);
