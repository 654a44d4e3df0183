import type { emailConfirmationMachine } from '../../machines/account/email-confirmation.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { LinkButton } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Notice } from '../parts/notice.tsx';
import { Stack } from '../parts/layout.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import { AuthFrame } from './auth-frame.tsx';
import * as texts from '../../texts/account.ts';

type Props = ViewProps<typeof emailConfirmationMachine>;

const ACCOUNT = paths.profile('account');

/** Result of the link that was sent to a changed e-mail address (D22). */
export function EmailConfirmationView({ snapshot, send }: Props) {
  const { problem, isSignedIn } = snapshot.context;
  const isConfirmed = snapshot.matches('confirmed');
  return (
    <AuthFrame title={texts.emailConfirmation} lead={null}>
      <Stack>
        {(snapshot.matches('opening') || snapshot.matches('posting')) && (
          <Spinner label={texts.confirmingEmail} shown />
        )}
        {isConfirmed && (
          <FocusHere>
            <Notice tone="good">{texts.emailConfirmed}</Notice>
          </FocusHere>
        )}
        <Alert problem={problem} takeFocus />
        {snapshot.matches('invalid') && <p>{texts.openEmailLinkAgain}</p>}
        {snapshot.matches('taken') && <p>{texts.oldEmailStays}</p>}
        {snapshot.matches('failed') && <RetryButton onRetry={() => send({ type: 'confirm.again' })} />}
        {(isConfirmed || snapshot.matches('invalid') || snapshot.matches('taken')) && (
          <Account isSignedIn={isSignedIn} origin={isConfirmed ? null : ACCOUNT} />
        )}
        {!snapshot.matches('posting') && (
          <LinkButton look="quiet" wide to={paths.home}>
            {texts.goToHome}
          </LinkButton>
        )}
      </Stack>
    </AuthFrame>
  );
}

/** `origin`: the page that a guest returns to after the login (D18). */
function Account({ isSignedIn, origin }: { readonly isSignedIn: boolean; readonly origin: string | null }) {
  return isSignedIn ? (
    <LinkButton wide to={ACCOUNT}>
      {texts.viewProfile}
    </LinkButton>
  ) : (
    <LinkButton wide to={paths.login} state={{ origin }}>
      {texts.login}
    </LinkButton>
  );
}
