import type { signUpMachine } from '../../../src/machines/account/sign-up.machine.ts';
import { SignUpView } from '../../../src/views/account/sign-up.view.tsx';
import { PhoneVerificationView } from '../../../src/views/account/phone-verification.view.tsx';
import { renderNested } from 'model-testing/view/nested';
import { googleParts } from '../google-sign-in/google-sign-in.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const signUpView: MachineView<typeof signUpMachine> = (snapshot, send) => (
  <SignUpView
    snapshot={snapshot}
    send={send}
    phoneStep={renderNested(snapshot.children.phoneVerification, (step, tell) => (
      <PhoneVerificationView snapshot={step} send={tell} completing="Loading your account" />
    ))}
    {...googleParts(snapshot.children.googleSignIn)}
  />
);
