import { useLocation } from 'react-router-dom';
import { accountLinkMachines } from '../../compose/account/account-links.ts';
import { getLinkToken } from '../../rules/account/link-token.ts';
import { ResetPasswordView } from '../../views/account/reset-password.view.tsx';
import { Head } from '../../views/parts/head.tsx';
import { Page } from '../../views/parts/page.tsx';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import type { RouteProps } from '../lazy-route.tsx';
import { useRootActor } from '../root-actor.ts';
import * as texts from '../../texts/account.ts';

const ResetPassword = connect(ResetPasswordView);

/** Serves both addresses of a reset link. Reads the token once, before it is removed from the address (D15). */
export default function ResetPasswordRoute({ params }: RouteProps) {
  const { resetPassword } = useMachines(accountLinkMachines);
  const token = getLinkToken(params['token'], useLocation().search);
  return (
    <Page width="narrow">
      <Head title={texts.resetPassword} indexed={false} />
      <ResetPassword actor={useRootActor(resetPassword, { input: { token } })} />
    </Page>
  );
}
