import type { changePasswordMachine } from '../../../src/machines/account/change-password.machine.ts';
import { ChangePasswordView } from '../../../src/views/account/change-password.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const changePasswordView: MachineView<typeof changePasswordMachine> = (snapshot, send) => (
  <ChangePasswordView snapshot={snapshot} send={send} />
);
