import type { emailConfirmationMachine } from '../../../src/machines/account/email-confirmation.machine.ts';
import { EmailConfirmationView } from '../../../src/views/account/email-confirmation.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const emailConfirmationView: MachineView<typeof emailConfirmationMachine> = (snapshot, send) => (
  <EmailConfirmationView snapshot={snapshot} send={send} />
);
