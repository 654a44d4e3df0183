import type { emailConfirmationMachine } from '../../src/machines/email-confirmation.machine.ts';
import { EmailConfirmationView } from '../../src/views/auth/email-confirmation.view.tsx';
import type { ViewOf } from '../../model-testing/view/screen.ts';

export const emailConfirmationView: ViewOf<typeof emailConfirmationMachine> = (snapshot, send) => (
  <EmailConfirmationView snapshot={snapshot} send={send} />
);
