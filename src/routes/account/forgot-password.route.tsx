import { accountLinkMachines } from '../../compose/account/account-links.ts';
import { ForgotPasswordView } from '../../views/account/forgot-password.view.tsx';
import { Head } from '../../views/parts/head.tsx';
import { Page } from '../../views/parts/page.tsx';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';
import * as texts from '../../texts/account.ts';

const ForgotPassword = connect(ForgotPasswordView);

/** /auth/forgot-password: requests a link to set a new password. */
export default function ForgotPasswordRoute() {
  const { forgotPassword } = useMachines(accountLinkMachines);
  return (
    <Page width="narrow">
      <Head title={texts.forgotPassword} indexed={false} />
      <ForgotPassword actor={useRootActor(forgotPassword)} />
    </Page>
  );
}
