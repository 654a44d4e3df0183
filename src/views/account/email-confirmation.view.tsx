import type { emailConfirmationMachine } from '../../machines/account/email-confirmation.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { LinkButton } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Notice } from '../parts/notice.tsx';
import { Stack } from '../parts/page.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import { AuthFrame } from './auth-frame.tsx';

type Props = ViewProps<typeof emailConfirmationMachine>;

const ACCOUNT = paths.profile('account');

/** What became of the link that was sent to a changed e-mail address (D22). */
export function EmailConfirmationView({ snapshot, send }: Props) {
  const { problem, isSignedIn } = snapshot.context;
  const isConfirmed = snapshot.matches('confirmed');
  return (
    <AuthFrame title="Email Confirmation" lead={null}>
      <Stack>
        {(snapshot.matches('opening') || snapshot.matches('posting')) && (
          <Spinner label="Confirming your email address…" shown />
        )}
        {isConfirmed && (
          <FocusHere>
            <Notice tone="good">Your email address is confirmed.</Notice>
          </FocusHere>
        )}
        <Alert problem={problem} takeFocus />
        {snapshot.matches('invalid') && (
          <p>Open the link in the e-mail again, or save the new address in your profile once more.</p>
        )}
        {snapshot.matches('taken') && <p>Your old address stays the one to log in with.</p>}
        {snapshot.matches('failed') && <RetryButton onRetry={() => send({ type: 'confirm.again' })} />}
        {(isConfirmed || snapshot.matches('invalid') || snapshot.matches('taken')) && (
          <Account isSignedIn={isSignedIn} origin={isConfirmed ? null : ACCOUNT} />
        )}
        {!snapshot.matches('posting') && (
          <LinkButton look="quiet" wide to={paths.home}>
            Go to Home
          </LinkButton>
        )}
      </Stack>
    </AuthFrame>
  );
}

/** `origin`: where a guest comes back to after the login (D18). */
function Account({ isSignedIn, origin }: { readonly isSignedIn: boolean; readonly origin: string | null }) {
  return isSignedIn ? (
    <LinkButton wide to={ACCOUNT}>
      View Profile
    </LinkButton>
  ) : (
    <LinkButton wide to={paths.login} state={{ origin }}>
      Login
    </LinkButton>
  );
}
