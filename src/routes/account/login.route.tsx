import { useSelector } from '@xstate/react';
import { authMachines } from '../../compose/account/auth.ts';
import type { LoginInput } from '../../machines/account/login.machine.ts';
import { LoginView } from '../../views/account/login.view.tsx';
import { PhoneVerificationView } from '../../views/account/phone-verification.view.tsx';
import { Head } from '../../views/parts/head.tsx';
import { Page } from '../../views/parts/page.tsx';
import { useAccountState } from './account-state.ts';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useGoogleSignIn } from './google-sign-in.tsx';
import { useRootActor } from '../root-actor.ts';
import * as texts from '../../texts/account.ts';

const Login = connect(LoginView);
const PhoneVerification = connect(PhoneVerificationView);

/** /auth/login: returns to the page that required it (§2 Login). */
export default function LoginRoute() {
  const input = useAccountState();
  return (
    <Page width="narrow">
      <Head title={texts.login} indexed={false} />
      <OpenLogin key={`${input.email} ${input.notice}`} input={input} />
    </Page>
  );
}

function OpenLogin({ input }: { readonly input: LoginInput }) {
  const machines = useMachines(authMachines);
  const login = useRootActor(machines.login, { input });
  const phoneVerification = useSelector(login, ({ children }) => children.phoneVerification);
  const google = useGoogleSignIn(useSelector(login, ({ children }) => children.googleSignIn));
  const phoneStep = phoneVerification && (
    <PhoneVerification actor={phoneVerification} completing={texts.loadingYourAccount} />
  );
  return <Login actor={login} phoneStep={phoneStep} {...google} />;
}
