import type { signUpMachine } from '../../../src/machines/account/sign-up.machine.ts';
import { SignUpView } from '../../../src/views/account/sign-up.view.tsx';
import { PhoneVerificationView } from '../../../src/views/account/phone-verification.view.tsx';
import { inside } from 'model-testing/view/inside';
import { googleParts } from '../google-sign-in/google-sign-in.view.tsx';
import type { ViewOf } from 'model-testing/view/screen';

export const signUpView: ViewOf<typeof signUpMachine> = (snapshot, send) => (
  <SignUpView
    snapshot={snapshot}
    send={send}
    phoneStep={inside(snapshot.children.phoneVerification, (step, tell) => (
      <PhoneVerificationView snapshot={step} send={tell} completing="Loading your account" />
    ))}
    {...googleParts(snapshot.children.googleSignIn)}
  />
);
