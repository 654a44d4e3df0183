import type { loginMachine } from '../../../src/machines/account/login.machine.ts';
import { LoginView } from '../../../src/views/account/login.view.tsx';
import { PhoneVerificationView } from '../../../src/views/account/phone-verification.view.tsx';
import { inside } from 'model-testing/view/inside';
import { googleParts } from '../google-sign-in/google-sign-in.view.tsx';
import type { ViewOf } from 'model-testing/view/screen';

export const loginView: ViewOf<typeof loginMachine> = (snapshot, send) => (
  <LoginView
    snapshot={snapshot}
    send={send}
    phoneStep={inside(snapshot.children.phoneVerification, (step, tell) => (
      <PhoneVerificationView snapshot={step} send={tell} completing="Loading your account" />
    ))}
    {...googleParts(snapshot.children.googleSignIn)}
  />
);
