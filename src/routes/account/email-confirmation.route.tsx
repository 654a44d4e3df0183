import { useLocation } from 'react-router-dom';
import { accountLinkMachines } from '../../compose/account/account-links.ts';
import { getLinkToken } from '../../rules/account/link-token.ts';
import { EmailConfirmationView } from '../../views/account/email-confirmation.view.tsx';
import { Head } from '../../views/parts/head.tsx';
import { Page } from '../../views/parts/page.tsx';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';
import * as texts from '../../texts/account.ts';

const EmailConfirmation = connect(EmailConfirmationView);

/** /auth/confirm-email. Reads the token once, before it is removed from the address (D15, D22). */
export default function EmailConfirmationRoute() {
  const { emailConfirmation } = useMachines(accountLinkMachines);
  const token = getLinkToken(undefined, useLocation().search);
  return (
    <Page width="narrow">
      <Head title={texts.emailConfirmation} indexed={false} />
      <EmailConfirmation actor={useRootActor(emailConfirmation, { input: { token } })} />
    </Page>
  );
}
