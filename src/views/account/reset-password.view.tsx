import type { resetPasswordMachine } from '../../machines/account/reset-password.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Form } from '../parts/form.tsx';
import { Link } from '../parts/link.tsx';
import { Stack } from '../parts/page.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import type { ViewProps } from '../view.ts';
import { AuthFrame } from './auth-frame.tsx';
import * as styles from './auth.css.ts';
import { PasswordNeeds } from './password-needs.tsx';

type Props = ViewProps<typeof resetPasswordMachine>;

/** A new password by the link of a mail (§2 Reset password). */
export function ResetPasswordView({ snapshot, send }: Props) {
  if (snapshot.matches('invalidLink')) return <InvalidLink />;
  if (snapshot.matches('success') || snapshot.matches('left')) return <Success snapshot={snapshot} send={send} />;
  const { password, confirmPassword, isPasswordShown, isConfirmShown, passwordError, confirmError, problem } =
    snapshot.context;
  const isBusy = snapshot.matches('saving');
  return (
    <AuthFrame
      title="Reset Password"
      lead="Choose a new password for your account. It logs out all your other devices."
      other={
        <span>
          Has the link expired?{' '}
          <Link to={paths.forgotPassword} className={styles.inline}>
            Request New Reset Link
          </Link>
        </span>
      }
    >
      <Form label="Reset Password" onSubmit={() => send({ type: 'form.submit' })}>
        <Alert problem={problem} takeFocus />
        <PasswordField
          label="New Password"
          name="password"
          autoComplete="new-password"
          required
          readOnly={isBusy}
          hint={<PasswordNeeds password={password} />}
          value={password}
          error={passwordError}
          shown={isPasswordShown}
          onToggle={() => send({ type: 'password.toggle' })}
          onChange={(value) => send({ type: 'password.change', password: value })}
        />
        <PasswordField
          label="Confirm New Password"
          name="confirmPassword"
          autoComplete="new-password"
          required
          readOnly={isBusy}
          value={confirmPassword}
          error={confirmError}
          shown={isConfirmShown}
          onToggle={() => send({ type: 'confirm.toggle' })}
          onChange={(value) => send({ type: 'confirm.change', confirmPassword: value })}
        />
        <Button type="submit" wide busy={isBusy}>
          Reset Password
        </Button>
      </Form>
    </AuthFrame>
  );
}

function InvalidLink() {
  return (
    <AuthFrame title="Invalid Reset Link" lead="Open the link in the e-mail again, or ask for a new one.">
      <Stack>
        <LinkButton wide to={paths.forgotPassword}>
          Request New Reset Link
        </LinkButton>
        <LinkButton look="quiet" wide to={paths.login}>
          Back to Login
        </LinkButton>
      </Stack>
    </AuthFrame>
  );
}

/** One way leads on from here: a press on the way does nothing. */
function Success({ snapshot, send }: Props) {
  const press = (event: Parameters<Props['send']>[0]) => () => {
    if (snapshot.can(event)) send(event);
  };
  return (
    <FocusHere key="success">
      <AuthFrame
        title="Password Reset Successful!"
        lead="You are now logged in and will be redirected to the home page in a moment."
      >
        <Stack>
          <Button wide onClick={press({ type: 'home.go' })}>
            Go to Home Now
          </Button>
          <Button look="secondary" wide onClick={press({ type: 'profile.go' })}>
            View Profile
          </Button>
        </Stack>
      </AuthFrame>
    </FocusHere>
  );
}
