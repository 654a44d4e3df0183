import type { resetPasswordMachine } from '../../src/machines/reset-password.machine.ts';
import { ResetPasswordView } from '../../src/views/auth/reset-password.view.tsx';
import type { ViewOf } from '../../model-testing/view/screen.ts';

export const resetPasswordView: ViewOf<typeof resetPasswordMachine> = (snapshot, send) => (
  <ResetPasswordView snapshot={snapshot} send={send} />
);
