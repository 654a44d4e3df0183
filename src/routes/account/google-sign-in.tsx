import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { googleSignInMachine } from '../../machines/account/google-sign-in.machine.ts';
import { GoogleSignInView } from '../../views/account/google-sign-in.view.tsx';
import { PhoneVerificationView } from '../../views/account/phone-verification.view.tsx';
import { connect } from '../connect.tsx';
import * as texts from '../../texts/account.ts';

const GoogleSignIn = connect(GoogleSignInView);
const PhoneVerification = connect(PhoneVerificationView);

type Google = ActorRefFrom<typeof googleSignInMachine>;

/**
 * Returns what Google's sign-in shows on an account page: `google` above the form, `googleStep` in place of the form.
 * The last actor stays visible while a submitted form has ended it.
 */
export function useGoogleSignIn(running: Google | undefined): { google: ReactNode; googleStep: ReactNode } {
  const [actor, setActor] = useState<Google>();
  if (running !== undefined && running !== actor) setActor(running);
  const phoneVerification = useSelector(actor, (snapshot) => snapshot?.children.phoneVerification);
  const isStep = useSelector(actor, (snapshot) => snapshot?.hasTag('step') === true);
  if (actor === undefined) return { google: null, googleStep: null };
  const shown = (
    <GoogleSignIn
      actor={actor}
      phoneStep={
        phoneVerification && <PhoneVerification actor={phoneVerification} completing={texts.loadingYourAccount} />
      }
    />
  );
  return isStep ? { google: null, googleStep: shown } : { google: shown, googleStep: null };
}
