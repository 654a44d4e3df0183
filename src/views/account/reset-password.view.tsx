import type { resetPasswordMachine } from '../../machines/account/reset-password.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Form } from '../parts/form.tsx';
import { Link } from '../parts/link.tsx';
import { Stack } from '../parts/layout.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import type { ViewProps } from '../view.ts';
import { AuthFrame } from './auth-frame.tsx';
import * as styles from './auth.css.ts';
import { PasswordNeeds } from './password-needs.tsx';
import * as texts from '../../texts/account.ts';

type Props = ViewProps<typeof resetPasswordMachine>;

/** Sets a new password with the link of a mail (§2 Reset password). */
export function ResetPasswordView({ snapshot, send }: Props) {
  if (snapshot.matches('invalidLink')) return <InvalidLink />;
  if (snapshot.matches('success') || snapshot.matches('left')) return <Success snapshot={snapshot} send={send} />;
  const { password, confirmPassword, isPasswordShown, isConfirmShown, passwordError, confirmError, problem } =
    snapshot.context;
  const isBusy = snapshot.matches('saving');
  return (
    <AuthFrame
      title={texts.resetPassword}
      lead={texts.resetPasswordLead}
      other={
        <span>
          {texts.hasTheLinkExpired}{' '}
          <Link to={paths.forgotPassword} className={styles.inline}>
            {texts.requestNewResetLink}
          </Link>
        </span>
      }
    >
      <Form label={texts.resetPassword} onSubmit={() => send({ type: 'form.submit' })}>
        <Alert problem={problem} takeFocus />
        <PasswordField
          label={texts.newPassword}
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
          label={texts.confirmNewPassword}
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
          {texts.resetPassword}
        </Button>
      </Form>
    </AuthFrame>
  );
}

function InvalidLink() {
  return (
    <AuthFrame title={texts.invalidResetLink} lead={texts.openResetLinkAgain}>
      <Stack>
        <LinkButton wide to={paths.forgotPassword}>
          {texts.requestNewResetLink}
        </LinkButton>
        <LinkButton look="quiet" wide to={paths.login}>
          {texts.backToLogin}
        </LinkButton>
      </Stack>
    </AuthFrame>
  );
}

/** After a press on one link, further presses do nothing. */
function Success({ snapshot, send }: Props) {
  const press = (event: Parameters<Props['send']>[0]) => () => {
    if (snapshot.can(event)) send(event);
  };
  return (
    <FocusHere key="success">
      <AuthFrame title={texts.passwordResetSuccessful} lead={texts.loggedInAfterReset}>
        <Stack>
          <Button wide onClick={press({ type: 'home.go' })}>
            {texts.goToHomeNow}
          </Button>
          <Button look="secondary" wide onClick={press({ type: 'profile.go' })}>
            {texts.viewProfile}
          </Button>
        </Stack>
      </AuthFrame>
    </FocusHere>
  );
}
