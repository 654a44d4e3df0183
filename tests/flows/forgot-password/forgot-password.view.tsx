import type { forgotPasswordMachine } from '../../../src/machines/account/forgot-password.machine.ts';
import { ForgotPasswordView } from '../../../src/views/account/forgot-password.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const forgotPasswordView: MachineView<typeof forgotPasswordMachine> = (snapshot, send) => (
  <ForgotPasswordView snapshot={snapshot} send={send} />
);
