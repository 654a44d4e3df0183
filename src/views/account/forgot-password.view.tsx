import type { forgotPasswordMachine } from '../../machines/account/forgot-password.machine.ts';
import { normaliseEmail } from '../../../contract/rules/email.ts';
import { formatClock, getSecondsUntil } from '../../rules/countdown.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Form } from '../parts/form.tsx';
import { Link } from '../parts/link.tsx';
import { Notice } from '../parts/notice.tsx';
import { Stack } from '../parts/layout.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import { AuthFrame } from './auth-frame.tsx';
import * as styles from './auth.css.ts';
import * as texts from '../../texts/account.ts';

type Props = ViewProps<typeof forgotPasswordMachine>;

/** Requests a link by e-mail that sets a new password (§2 Forgot password). */
export function ForgotPasswordView({ snapshot, send }: Props) {
  if (snapshot.matches('checkEmail')) return <CheckEmail snapshot={snapshot} send={send} />;
  const { email, emailError, problem } = snapshot.context;
  const isBusy = snapshot.matches('sending');
  return (
    <AuthFrame
      title={texts.forgotPassword}
      lead={texts.forgotPasswordLead}
      other={
        <>
          <Link to={paths.login} className={styles.link}>
            {texts.backToLogin}
          </Link>
          <br />
          <Help />
        </>
      }
    >
      <Form label={texts.forgotPassword} onSubmit={() => send({ type: 'form.submit' })}>
        <Alert problem={problem} takeFocus />
        <TextField
          label={texts.email}
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
          {isBusy ? texts.sendingResetLink : texts.sendPasswordResetLink}
        </Button>
      </Form>
    </AuthFrame>
  );
}

/** Shows the same text for known and unknown addresses (D16). */
function CheckEmail({ snapshot, send }: Props) {
  const { email, problem, isSentAgain } = snapshot.context;
  const isResending = snapshot.matches({ checkEmail: 'resending' });
  return (
    <FocusHere key="checkEmail">
      <AuthFrame
        title={texts.checkYourEmail}
        lead={
          <span>
            {texts.resetMailBefore}
            <strong className={styles.address}>{normaliseEmail(email)}</strong>
            {texts.resetMailAfter}
          </span>
        }
        other={<Help />}
      >
        <Stack>
          {isSentAgain && (
            <FocusHere>
              <Notice tone="good">{texts.resetMailSentAgain}</Notice>
            </FocusHere>
          )}
          <Alert problem={isResending ? null : problem} takeFocus />
          <p>{texts.nothingThere}</p>
          <Resend snapshot={snapshot} send={send} isBusy={isResending} />
          <LinkButton look="quiet" wide to={paths.login}>
            {texts.backToLogin}
          </LinkButton>
        </Stack>
      </AuthFrame>
    </FocusHere>
  );
}

/** Shows the time left until another link may be requested (Q9, H15). */
function Resend({ snapshot, send, isBusy }: Props & { readonly isBusy: boolean }) {
  const { resendAt, now } = snapshot.context;
  const isWaiting = snapshot.matches({ checkEmail: 'waiting' });
  const seconds = getSecondsUntil(resendAt, now);
  return (
    <Button look="secondary" wide busy={isBusy} disabled={isWaiting} onClick={() => send({ type: 'link.resend' })}>
      {isWaiting
        ? texts.resendEmailIn(seconds > 60 ? formatClock(seconds) : texts.seconds(seconds))
        : texts.resendEmail}
    </Button>
  );
}

function Help() {
  return (
    <span>
      {texts.noAccessToEmail}{' '}
      <Link to={paths.contact} className={styles.inline}>
        {texts.contactUs}
      </Link>
    </span>
  );
}
