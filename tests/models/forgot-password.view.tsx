import type { forgotPasswordMachine } from '../../src/machines/forgot-password.machine.ts';
import { ForgotPasswordView } from '../../src/views/auth/forgot-password.view.tsx';
import type { ViewOf } from '../../model-testing/view/screen.ts';

export const forgotPasswordView: ViewOf<typeof forgotPasswordMachine> = (snapshot, send) => (
  <ForgotPasswordView snapshot={snapshot} send={send} />
);
