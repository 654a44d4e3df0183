import type { resetPasswordMachine } from '../../../src/machines/account/reset-password.machine.ts';
import { ResetPasswordView } from '../../../src/views/account/reset-password.view.tsx';
import type { ViewOf } from 'model-testing/view/screen';

export const resetPasswordView: ViewOf<typeof resetPasswordMachine> = (snapshot, send) => (
  <ResetPasswordView snapshot={snapshot} send={send} />
);
