import { formatClock, getSecondsUntil } from '../../rules/countdown.ts';
import { formatPhone } from '../../../contract/rules/phone.ts';
import type { phoneVerificationMachine } from '../../machines/account/phone-verification.machine.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { focusPage } from '../parts/focus-page.ts';
import { FocusOnMount } from '../parts/focus-on-mount.tsx';
import { Form } from '../parts/form.tsx';
import { PageSpinner } from '../parts/spinner.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import { AuthFrame } from './auth-frame.tsx';
import * as styles from './phone-verification.css.ts';
import * as texts from '../../texts/account.ts';

type Props = ViewProps<typeof phoneVerificationMachine>;

/** The one-time-code screen. `completing` is the text while the rest is processed. */
export function PhoneVerificationView({ snapshot, send, completing }: Props & { readonly completing: string }) {
  if (snapshot.status === 'done') return null;
  if (snapshot.matches('completing')) return <PageSpinner label={completing} />;
  return (
    <AuthFrame title={texts.verifyYourPhoneNumber} lead={<CodeLead snapshot={snapshot} />}>
      <CodeForm snapshot={snapshot} send={send} />
    </AuthFrame>
  );
}

/** Shows the phone that receives the code. */
export function CodeLead({ snapshot }: Pick<Props, 'snapshot'>) {
  return (
    <>
      <span>{snapshot.matches('open') ? texts.codeSentTo : texts.codeGoesTo}</span>
      <span className={styles.phone}>{formatPhone(snapshot.context.phone)}</span>
      <span>.</span>
    </>
  );
}

/** The code, Resend and Back. */
export function CodeForm({ snapshot, send }: Props) {
  const { code, codeError, problem } = snapshot.context;
  const isVerifying = snapshot.hasTag('verifying');
  const isOpen = snapshot.matches('open');
  return (
    <Form label={texts.verifyYourPhoneNumber} onSubmit={() => send({ type: 'code.verify', code })}>
      <Alert problem={problem} />
      <FocusOnMount>
        <TextField
          label={texts.verificationCode}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          required
          readOnly={!snapshot.can({ type: 'code.change', code })}
          value={code}
          error={codeError}
          onChange={(value) => send({ type: 'code.change', code: value })}
        />
      </FocusOnMount>
      {isOpen && <Countdown snapshot={snapshot} />}
      <Button
        type="submit"
        wide
        busy={isVerifying}
        disabled={!isVerifying && !snapshot.can({ type: 'code.verify', code })}
      >
        {texts.verify}
      </Button>
      <div className={styles.row}>
        <Button
          look="quiet"
          onClick={({ currentTarget }) => {
            focusPage(currentTarget);
            send({ type: 'step.back' });
          }}
        >
          {texts.back}
        </Button>
        <Resend snapshot={snapshot} send={send} />
      </div>
    </Form>
  );
}

function Countdown({ snapshot }: Pick<Props, 'snapshot'>) {
  const { expiresAt, now } = snapshot.context;
  return (
    <p role="timer" className={styles.countdown}>
      {texts.codeValidFor(formatClock(getSecondsUntil(expiresAt, now)))}
    </p>
  );
}

/** Shows the seconds left while resending is blocked. Disabled while a code is checked (§4 OTP). */
function Resend({ snapshot, send }: Props) {
  const { resendAt, now } = snapshot.context;
  if (snapshot.hasTag('sending'))
    return (
      <Button look="quiet" busy>
        {texts.resendCode}
      </Button>
    );
  const seconds = snapshot.hasTag('resendable') ? 0 : getSecondsUntil(resendAt, now);
  return (
    <Button
      look="quiet"
      disabled={!snapshot.can({ type: 'code.resend' })}
      onClick={() => send({ type: 'code.resend' })}
    >
      {seconds > 0
        ? texts.resendCodeIn(seconds > 60 ? formatClock(seconds) : texts.seconds(seconds))
        : texts.resendCode}
    </Button>
  );
}
