import { paths } from '../../rules/paths.ts';
import { LinkButton } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Head } from '../parts/head.tsx';
import { Page, PageTitle } from '../parts/page.tsx';
import { ContactLines } from './static-page.tsx';

/** Until the reset by e-mail is there: the way that works today. */
export function ForgotPasswordView() {
  return (
    <Page width="narrow">
      <Head title="Forgot Password" indexed={false} />
      <PageTitle>Forgot Password</PageTitle>
      <Card>
        <p>
          Resetting a password by e-mail opens soon. Until then our support helps you back into your account, day and
          night.
        </p>
        <ContactLines />
      </Card>
      <LinkButton look="secondary" to={paths.login}>
        Back to Login
      </LinkButton>
    </Page>
  );
}
