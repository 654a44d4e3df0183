import type { ReactNode } from 'react';
import { minutesAndSeconds, secondsUntil } from '../../rules/countdown.ts';
import { ksh } from '../../../contract/rules/money.ts';
import type { mpesaPaymentMachine } from '../../machines/mpesa-payment.machine.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Form } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Modal, ModalActions } from '../parts/modal.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './payment.css.ts';

type Props = ViewProps<typeof mpesaPaymentMachine>;

interface Parts {
  /** What becomes of the order while it is being placed. */
  readonly placement: ReactNode;
  /** The wait for the money. */
  readonly watch: ReactNode;
}

/**
 * The one dialog of a payment; it stays open from step to step. Only the phone step can be dismissed: afterwards
 * an order is under way, and a stray Escape must not hide it.
 */
export function MpesaPaymentDialog(props: Props & Parts) {
  const { snapshot, send } = props;
  if (!snapshot.hasTag('dialog')) return null;
  if (snapshot.matches('confirmingPhone')) {
    return (
      <Modal title="Confirm Phone Number" onDismiss={() => send({ type: 'dialog.cancel' })}>
        <PhoneStep {...props} />
      </Modal>
    );
  }
  return (
    <Modal title="Pay with M-Pesa">
      <Step {...props} />
    </Modal>
  );
}

/** U3: why it failed, beside the form, until the next action. */
export function MpesaPaymentAlert({ snapshot, send }: Props) {
  if (!snapshot.hasTag('inline')) return null;
  const { problem, wait, now, retryAt } = snapshot.context;
  const seconds = wait > 0 ? secondsUntil(retryAt, now) : 0;
  return (
    <Alert problem={problem} takeFocus>
      <Button
        look="secondary"
        disabled={!snapshot.can({ type: 'payment.retry' })}
        onClick={() => send({ type: 'payment.retry' })}
      >
        Try again
        {seconds > 0 && <span className={styles.countdown}>in {minutesAndSeconds(seconds)}</span>}
      </Button>
    </Alert>
  );
}

function PhoneStep({ snapshot, send }: Props) {
  const { phone, phoneError, amount } = snapshot.context;
  return (
    <Form label="Confirm Phone Number" onSubmit={() => send({ type: 'phone.confirm' })}>
      <p>
        A prompt to pay <strong>{ksh(amount)}</strong> goes to this phone. You enter your M-Pesa PIN there.
      </p>
      <TextField
        label="M-Pesa phone number"
        name="mpesaPhone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        value={phone}
        error={phoneError}
        onChange={(value) => send({ type: 'phone.change', phone: value })}
      />
      <ModalActions>
        <Button look="secondary" onClick={() => send({ type: 'dialog.cancel' })}>
          Cancel
        </Button>
        <Button type="submit" disabled={!snapshot.can({ type: 'phone.confirm' })}>
          Confirm
        </Button>
      </ModalActions>
    </Form>
  );
}

function Step(props: Props & Parts) {
  const { snapshot, placement, watch } = props;
  if (snapshot.hasTag('busy')) {
    return (
      <FocusHere key="busy" className={styles.step}>
        <div data-busy>
          <Spinner
            label={snapshot.matches('placingOrder') ? 'Placing your order' : 'Sending the prompt to your phone'}
            shown
          />
        </div>
        {placement}
      </FocusHere>
    );
  }
  if (snapshot.matches('pending')) return <FocusHere key="pending">{watch}</FocusHere>;
  return (
    <FocusHere key="end">
      <End snapshot={snapshot} />
    </FocusHere>
  );
}

/** Stands for two or three seconds; a reason stays beside the form afterwards. */
function End({ snapshot }: Pick<Props, 'snapshot'>) {
  if (snapshot.matches('completed')) {
    return (
      <p role="status" className={styles.lead}>
        <span className={styles.tone.good}>
          <Icon name="check" />
        </span>
        Payment received. Thank you!
      </p>
    );
  }
  const { problem } = snapshot.context;
  return (
    <div className={styles.step}>
      <div role="alert" className={styles.lead}>
        <span className={snapshot.matches('timedOut') ? styles.tone.warn : styles.tone.bad}>
          <Icon name="alert" />
        </span>
        {problem?.text}
      </div>
      {problem !== null && problem.requestId !== null && <p className={styles.note}>Request {problem.requestId}</p>}
    </div>
  );
}
