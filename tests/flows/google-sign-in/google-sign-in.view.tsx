import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { googleSignInMachine } from '../../../src/machines/account/google-sign-in.machine.ts';
import { GoogleSignInView } from '../../../src/views/account/google-sign-in.view.tsx';
import { PhoneVerificationView } from '../../../src/views/account/phone-verification.view.tsx';
import { renderNested } from 'model-testing/view/nested';
import type { MachineView } from 'model-testing/view/screen';

export const googleSignInView: MachineView<typeof googleSignInMachine> = (snapshot, send) => (
  <GoogleSignInView
    snapshot={snapshot}
    send={send}
    phoneStep={renderNested(snapshot.children.phoneVerification, (step, tell) => (
      <PhoneVerificationView snapshot={step} send={tell} completing="Loading your account" />
    ))}
  />
);

/** The parts of Google's sign-in on a page, as src/routes/account/google-sign-in.tsx passes them. */
export function googleParts(google: ActorRefFrom<typeof googleSignInMachine> | undefined): {
  google: ReactNode;
  googleStep: ReactNode;
} {
  const shown = renderNested(google, googleSignInView);
  const isStep = shown !== null && google?.getSnapshot().hasTag('step') === true;
  return isStep ? { google: null, googleStep: shown } : { google: shown, googleStep: null };
}
