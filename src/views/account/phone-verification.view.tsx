import { minutesAndSeconds, secondsUntil } from '../../rules/countdown.ts';
import { displayPhone } from '../../../contract/rules/phone.ts';
import type { phoneVerificationMachine } from '../../machines/account/phone-verification.machine.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { focusPage } from '../parts/focus-control.ts';
import { FocusOnMount } from '../parts/focus-on-mount.tsx';
import { Form } from '../parts/form.tsx';
import { PageSpinner } from '../parts/spinner.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import { AuthFrame } from './auth-frame.tsx';
import * as styles from './phone-verification.css.ts';

type Props = ViewProps<typeof phoneVerificationMachine>;

/** The one-time-code screen; `completing` is what it says while the rest is done. */
export function PhoneVerificationView({ snapshot, send, completing }: Props & { readonly completing: string }) {
  if (snapshot.status === 'done') return null;
  if (snapshot.matches('completing')) return <PageSpinner label={completing} />;
  return (
    <AuthFrame title="Verify Your Phone Number" lead={<CodeLead snapshot={snapshot} />}>
      <CodeForm snapshot={snapshot} send={send} />
    </AuthFrame>
  );
}

/** Where the code goes. */
export function CodeLead({ snapshot }: Pick<Props, 'snapshot'>) {
  return (
    <>
      <span>{snapshot.matches('open') ? 'We sent a 6-digit code to ' : 'A 6-digit code goes to '}</span>
      <span className={styles.phone}>{displayPhone(snapshot.context.phone)}</span>
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
    <Form label="Verify Your Phone Number" onSubmit={() => send({ type: 'code.verify', code })}>
      <Alert problem={problem} />
      <FocusOnMount>
        <TextField
          label="Verification code"
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
        Verify
      </Button>
      <div className={styles.row}>
        <Button
          look="quiet"
          onClick={({ currentTarget }) => {
            focusPage(currentTarget);
            send({ type: 'step.back' });
          }}
        >
          Back
        </Button>
        <Resend snapshot={snapshot} send={send} />
      </div>
    </Form>
  );
}

function Countdown({ snapshot }: Pick<Props, 'snapshot'>) {
  const { expiresAt, now } = snapshot.context;
  return (
    <p
      role="timer"
      className={styles.countdown}
    >{`The code is valid for ${minutesAndSeconds(secondsUntil(expiresAt, now))}`}</p>
  );
}

/** Says the seconds left while it is blocked; waits while a code is checked (§4 OTP). */
function Resend({ snapshot, send }: Props) {
  const { resendAt, now } = snapshot.context;
  if (snapshot.hasTag('sending'))
    return (
      <Button look="quiet" busy>
        Resend Code
      </Button>
    );
  const seconds = snapshot.hasTag('resendable') ? 0 : secondsUntil(resendAt, now);
  return (
    <Button
      look="quiet"
      disabled={!snapshot.can({ type: 'code.resend' })}
      onClick={() => send({ type: 'code.resend' })}
    >{`Resend Code${seconds > 0 ? ` in ${seconds > 60 ? minutesAndSeconds(seconds) : `${seconds} s`}` : ''}`}</Button>
  );
}
