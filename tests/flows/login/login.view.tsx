import type { loginMachine } from '../../../src/machines/account/login.machine.ts';
import { LoginView } from '../../../src/views/account/login.view.tsx';
import { PhoneVerificationView } from '../../../src/views/account/phone-verification.view.tsx';
import { renderNested } from 'model-testing/view/nested';
import { googleParts } from '../google-sign-in/google-sign-in.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const loginView: MachineView<typeof loginMachine> = (snapshot, send) => (
  <LoginView
    snapshot={snapshot}
    send={send}
    phoneStep={renderNested(snapshot.children.phoneVerification, (step, tell) => (
      <PhoneVerificationView snapshot={step} send={tell} completing="Loading your account" />
    ))}
    {...googleParts(snapshot.children.googleSignIn)}
  />
);
