import type { forgotPasswordMachine } from '../../machines/account/forgot-password.machine.ts';
import { normaliseEmail } from '../../../contract/rules/email.ts';
import { minutesAndSeconds, secondsUntil } from '../../rules/countdown.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Form } from '../parts/form.tsx';
import { Link } from '../parts/link.tsx';
import { Notice } from '../parts/notice.tsx';
import { Stack } from '../parts/page.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import { AuthFrame } from './auth-frame.tsx';
import * as styles from './auth.css.ts';

type Props = ViewProps<typeof forgotPasswordMachine>;

/** Asks for a link by e-mail that sets a new password (§2 Forgot password). */
export function ForgotPasswordView({ snapshot, send }: Props) {
  if (snapshot.matches('checkEmail')) return <CheckEmail snapshot={snapshot} send={send} />;
  const { email, emailError, problem } = snapshot.context;
  const isBusy = snapshot.matches('sending');
  return (
    <AuthFrame
      title="Forgot Password"
      lead="Enter the email address of your account. We send you a link to choose a new password."
      other={
        <>
          <Link to={paths.login} className={styles.link}>
            Back to Login
          </Link>
          <br />
          <Help />
        </>
      }
    >
      <Form label="Forgot Password" onSubmit={() => send({ type: 'form.submit' })}>
        <Alert problem={problem} takeFocus />
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={isBusy}
          value={email}
          error={emailError}
          onChange={(value) => send({ type: 'email.change', email: value })}
        />
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? 'Sending Reset Link...' : 'Send Password Reset Link'}
        </Button>
      </Form>
    </AuthFrame>
  );
}

/** Says the same whether or not anybody has this address (D16). */
function CheckEmail({ snapshot, send }: Props) {
  const { email, problem, isSentAgain } = snapshot.context;
  const isResending = snapshot.matches({ checkEmail: 'resending' });
  return (
    <FocusHere key="checkEmail">
      <AuthFrame
        title="Check Your Email"
        lead={
          <span>
            If <strong className={styles.address}>{normaliseEmail(email)}</strong> belongs to an account, a link to
            choose a new password is on its way there. It works once, for 30 minutes.
          </span>
        }
        other={<Help />}
      >
        <Stack>
          {isSentAgain && (
            <FocusHere>
              <Notice tone="good">We have sent the e-mail again.</Notice>
            </FocusHere>
          )}
          <Alert problem={isResending ? null : problem} takeFocus />
          <p>Nothing there after a few minutes? Look into your spam folder, or let us send it again.</p>
          <Resend snapshot={snapshot} send={send} isBusy={isResending} />
          <LinkButton look="quiet" wide to={paths.login}>
            Back to Login
          </LinkButton>
        </Stack>
      </AuthFrame>
    </FocusHere>
  );
}

/** Says the time left as long as another link may not be asked for (Q9, H15). */
function Resend({ snapshot, send, isBusy }: Props & { readonly isBusy: boolean }) {
  const { resendAt, now } = snapshot.context;
  const isWaiting = snapshot.matches({ checkEmail: 'waiting' });
  const seconds = secondsUntil(resendAt, now);
  return (
    <Button
      look="secondary"
      wide
      busy={isBusy}
      disabled={isWaiting}
      onClick={() => send({ type: 'link.resend' })}
    >{`Resend Email${isWaiting ? ` in ${seconds > 60 ? minutesAndSeconds(seconds) : `${seconds} s`}` : ''}`}</Button>
  );
}

function Help() {
  return (
    <span>
      No access to your email?{' '}
      <Link to={paths.contact} className={styles.inline}>
        Contact us
      </Link>
    </span>
  );
}
