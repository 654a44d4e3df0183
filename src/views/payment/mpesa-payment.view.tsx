import { minutesAndSeconds, secondsUntil } from '../../rules/countdown.ts';
import { ksh } from '../../../contract/rules/money.ts';
import { PAYMENT_TIMED_OUT } from '../../rules/payment/payment.ts';
import { cashAt, sendAgainAt } from '../../rules/payment/payment-times.ts';
import { displayPhone } from '../../../contract/rules/phone.ts';
import type { mpesaPaymentMachine } from '../../machines/payment/mpesa-payment.machine.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Icon } from '../parts/icon.tsx';
import { List } from '../parts/list.tsx';
import { LiveRegion } from '../parts/live-region.tsx';
import { Notice } from '../parts/notice.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { NestedProof } from './phone-proof.view.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './mpesa-payment.css.ts';
import { PaymentBar, PaymentMessage } from './payment-bar.tsx';
import { PaymentProblem } from './payment-problem.tsx';
import { TryAgain, Ways } from './try-again.tsx';

type Props = ViewProps<typeof mpesaPaymentMachine>;

/** What the checkout's dialog shows of a payment. */
export function MpesaPaymentStep({ proof, ...props }: Props & NestedProof) {
  const { snapshot } = props;
  if (snapshot.hasTag('proving') && !snapshot.hasTag('over')) return proof;
  if (snapshot.matches('requestingPush')) {
    return (
      <FocusHere key="busy" className={styles.step}>
        <div data-busy>
          <Spinner label="Sending the prompt to your phone" shown />
        </div>
      </FocusHere>
    );
  }
  if (snapshot.matches('unpaid')) {
    return (
      <FocusHere key="end">
        <PaymentProblem
          problem={snapshot.context.problem}
          tone={snapshot.matches({ unpaid: 'failed' }) ? 'bad' : 'warn'}
        />
      </FocusHere>
    );
  }
  return snapshot.matches('pending') ? <Waiting {...props} /> : null;
}

/** U3: why it failed, beside the form, until the next action. */
export function MpesaPaymentAlert({ onAskPhone, ...props }: Props & { readonly onAskPhone: () => void }) {
  if (!props.snapshot.matches('unpaid')) return null;
  return (
    <Alert problem={props.snapshot.context.problem} takeFocus>
      <TryAgain look="secondary" onAskPhone={onAskPhone} {...props} />
    </Alert>
  );
}

/** The same for the bar under the header, in few words. */
export function MpesaPaymentBar(props: Props) {
  const { snapshot } = props;
  const isUnpaid = snapshot.matches('unpaid');
  // The bar asks for no code (D25).
  if (snapshot.status === 'done' || snapshot.matches('proving')) return null;
  return (
    <>
      <LiveRegion message={isUnpaid ? snapshot.context.problem?.text : null} />
      <PaymentBar tone={isUnpaid ? 'bad' : 'info'}>
        {snapshot.matches('pending') ? <WaitingInShort {...props} /> : <Unpaid {...props} />}
      </PaymentBar>
    </>
  );
}

/** Why nothing was paid, and another prompt that is on its way. */
function Unpaid(props: Props) {
  const { snapshot, send } = props;
  const { problem } = snapshot.context;
  const isBusy = snapshot.hasTag('pushing');
  return (
    <PaymentMessage
      icon="alert"
      text={isBusy ? 'Sending the prompt to your phone…' : problem?.text}
      isReadOut={!isBusy}
      requestId={problem?.requestId ?? null}
      onDismiss={isBusy ? null : () => send({ type: 'payment.dismiss' })}
    >
      <TryAgain {...props} />
    </PaymentMessage>
  );
}

/** A payment that is taken up again is asked for at once, as soon as the time is told. */
const ASKS = ['starting', 'checking'] as const;

function Waiting(props: Props) {
  const { snapshot } = props;
  const { isResuming, amount, phone, pushedAt } = snapshot.context;
  const isAsking = isResuming && ASKS.some((polling) => snapshot.matches({ pending: { polling } }));
  // Another prompt is another step: the button that asked for it is gone, and with it the focus.
  return (
    <FocusHere key={pushedAt} className={styles.step}>
      {isAsking ? <Resuming /> : <Lead {...props} />}
      {!isResuming && (
        <dl className={styles.facts}>
          <div className={styles.fact}>
            <dt>Amount</dt>
            <dd className={styles.value}>{ksh(amount)}</dd>
          </div>
          <div className={styles.fact}>
            <dt>Phone</dt>
            <dd className={styles.value}>{displayPhone(phone)}</dd>
          </div>
        </dl>
      )}
      {/* The box stays, so that what appears in it is read out. */}
      <div className={styles.changes}>
        <Changes {...props} />
        <Offers {...props} />
      </div>
      {!isAsking && <How {...props} />}
    </FocusHere>
  );
}

function WaitingInShort(props: Props) {
  const { snapshot } = props;
  const { isResuming, amount } = snapshot.context;
  return (
    <div className={styles.bar}>
      <div className={styles.barText}>
        <p className={styles.barLead}>{isResuming ? 'M-Pesa payment' : `M-Pesa payment of ${ksh(amount)}`}</p>
        {!snapshot.hasTag('over') && !snapshot.hasTag('expired') && (
          <p>
            <EnterPin />
          </p>
        )}
        <Changes {...props} />
      </div>
      <Offers {...props} />
    </div>
  );
}

function Resuming() {
  return (
    <div data-busy>
      <Spinner label="Looking for your payment" shown />
    </div>
  );
}

function Lead({ snapshot }: Pick<Props, 'snapshot'>) {
  const isWaiting = !snapshot.hasTag('over') && !snapshot.hasTag('expired');
  return (
    <p className={styles.lead}>
      <span className={isWaiting ? styles.tone.waiting : styles.tone.warn}>
        <Icon name="phone" />
      </span>
      <span>
        <LeadText snapshot={snapshot} />
      </span>
    </p>
  );
}

function LeadText({ snapshot }: Pick<Props, 'snapshot'>) {
  if (snapshot.hasTag('over')) return <span>Checking one last time…</span>;
  if (snapshot.hasTag('unsure')) return <span>No answer from M-Pesa yet</span>;
  return snapshot.hasTag('expired') ? <span>No answer from your phone yet</span> : <EnterPin />;
}

function EnterPin() {
  return (
    <span>
      Check your phone and enter your{' '}
      <span className={styles.name} translate="no">
        M-Pesa
      </span>{' '}
      PIN.
    </span>
  );
}

function How({ snapshot }: Pick<Props, 'snapshot'>) {
  if (snapshot.hasTag('over') || snapshot.hasTag('expired')) return null;
  return (
    <List ordered className={styles.how}>
      <li>Unlock your phone: the M-Pesa prompt shows the amount.</li>
      <li>Enter your PIN and press OK.</li>
      <li>Come back here. This page tells you as soon as the money is there.</li>
    </List>
  );
}

/** What has changed since the prompt was sent. */
function Changes({ snapshot }: Pick<Props, 'snapshot'>) {
  // Nothing is said to nobody (Q27).
  if (snapshot.matches({ pending: { page: 'hidden' } })) return null;
  return (
    <>
      {snapshot.hasTag('offline') && (
        <Notice tone="warn">You are offline. We will check again when you are back.</Notice>
      )}
      {snapshot.matches({ pending: { limit: 'over' } }) && <Notice tone="warn">{PAYMENT_TIMED_OUT}</Notice>}
      {snapshot.hasTag('expired') && !snapshot.hasTag('over') && (
        <Notice tone={snapshot.hasTag('unsure') ? 'info' : 'warn'}>{promptText(snapshot)}</Notice>
      )}
      <Alert problem={snapshot.context.problem} />
    </>
  );
}

function promptText(snapshot: Props['snapshot']): string {
  if (snapshot.hasTag('asking')) return 'We are asking M-Pesa about your payment…';
  return snapshot.hasTag('unsure')
    ? 'We are still checking. If you have entered your PIN, please do not pay again.'
    : 'The prompt on your phone has probably expired.';
}

/** U4: other ways to pay, from 120 s after the push on, once M-Pesa has answered or the shopper saw no prompt. */
function Offers(props: Props) {
  const { snapshot, send } = props;
  if (!snapshot.hasTag('expired') || snapshot.hasTag('over')) return null;
  if (snapshot.hasTag('unsure')) {
    return (
      <div className={styles.offers}>
        <Button look="secondary" busy={snapshot.hasTag('asking')} onClick={() => send({ type: 'payment.noPrompt' })}>
          No prompt came
        </Button>
      </div>
    );
  }
  const { now } = snapshot.context;
  const seconds = secondsUntil(sendAgainAt(snapshot.context), now);
  const cashSeconds = secondsUntil(cashAt(snapshot.context), now);
  const isSwitching = snapshot.hasTag('switching');
  return (
    <div className={styles.offers}>
      <Button
        look="secondary"
        busy={isSwitching}
        disabled={!isSwitching && !snapshot.can({ type: 'payment.payOnDelivery' })}
        onClick={() => send({ type: 'payment.payOnDelivery' })}
      >
        <span>Pay on delivery</span>
        {cashSeconds > 0 && <span className={styles.countdown}>{`in ${minutesAndSeconds(cashSeconds)}`}</span>}
      </Button>
      <Ways
        {...props}
        text="Send again"
        busy={snapshot.hasTag('sendingAgain')}
        disabled={!snapshot.can({ type: 'payment.sendAgain' })}
        seconds={seconds}
        onClick={() => send({ type: 'payment.sendAgain' })}
      />
    </div>
  );
}
