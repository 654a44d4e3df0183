import { useSelector } from '@xstate/react';
import { shop } from '../../../contract/shop.config.ts';
import { authMachines } from '../../compose/account/auth.ts';
import type { SignUpInput } from '../../machines/account/sign-up.machine.ts';
import { PhoneVerificationView } from '../../views/account/phone-verification.view.tsx';
import { SignUpView } from '../../views/account/sign-up.view.tsx';
import { Head } from '../../views/parts/head.tsx';
import { Page } from '../../views/parts/page.tsx';
import { useAccountState } from './account-state.ts';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useGoogleSignIn } from './google-sign-in.tsx';
import { useRootActor } from '../root-actor.ts';
import * as texts from '../../texts/account.ts';

const SignUp = connect(SignUpView);
const PhoneVerification = connect(PhoneVerificationView);

/** /auth/signup: returns to the page that required an account (§2 Sign-up, U22). */
export default function SignUpRoute() {
  const { origin, email } = useAccountState();
  return (
    <Page width="narrow">
      <Head title={texts.signUp} indexed={false} />
      <OpenSignUp key={email} input={{ origin, email, passwordMinimum: shop.signUpPasswordMinimum }} />
    </Page>
  );
}

function OpenSignUp({ input }: { readonly input: SignUpInput }) {
  const machines = useMachines(authMachines);
  const signUp = useRootActor(machines.signUp, { input });
  const phoneVerification = useSelector(signUp, ({ children }) => children.phoneVerification);
  const google = useGoogleSignIn(useSelector(signUp, ({ children }) => children.googleSignIn));
  const phoneStep = phoneVerification && (
    <PhoneVerification actor={phoneVerification} completing={texts.loadingYourNewAccount} />
  );
  return <SignUp actor={signUp} phoneStep={phoneStep} {...google} />;
}
