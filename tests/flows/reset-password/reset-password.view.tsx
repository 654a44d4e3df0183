import type { resetPasswordMachine } from '../../../src/machines/account/reset-password.machine.ts';
import { ResetPasswordView } from '../../../src/views/account/reset-password.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const resetPasswordView: MachineView<typeof resetPasswordMachine> = (snapshot, send) => (
  <ResetPasswordView snapshot={snapshot} send={send} />
);
