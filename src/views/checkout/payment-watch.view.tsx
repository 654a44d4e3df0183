import { minutesAndSeconds, secondsUntil } from '../../rules/countdown.ts';
import { ksh } from '../../../contract/rules/money.ts';
import { PAYMENT_TIMED_OUT } from '../../rules/payment.ts';
import { sendAgainAt } from '../../rules/payment-times.ts';
import { displayPhone } from '../../../contract/rules/phone.ts';
import type { paymentWatchMachine } from '../../machines/payment-watch.machine.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './payment.css.ts';

type Props = ViewProps<typeof paymentWatchMachine>;

/** What the dialog shows while the prompt is out. */
export function PaymentWatchView(props: Props) {
  const { snapshot } = props;
  const { isResuming, amount, phone, pushedAt } = snapshot.context;
  if (snapshot.status === 'done') return null;
  const isAsking = isResuming && snapshot.matches({ watching: { polling: 'checking' } });
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
      <News {...props} />
      {!isAsking && <How {...props} />}
    </FocusHere>
  );
}

/** The same in few words, for the bar under the header. */
export function PaymentWatchBar(props: Props) {
  const { snapshot } = props;
  const { isResuming, amount } = snapshot.context;
  if (snapshot.status === 'done') return null;
  return (
    <div className={styles.bar}>
      <div className={styles.barText}>
        <p className={styles.barLead}>{isResuming ? 'M-Pesa payment' : `M-Pesa payment of ${ksh(amount)}`}</p>
        {!snapshot.hasTag('over') && !snapshot.hasTag('expired') && (
          <p>
            <EnterPin />
          </p>
        )}
        <Said {...props} />
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
  if (snapshot.hasTag('over')) return 'Checking one last time…';
  return snapshot.hasTag('expired') ? 'No answer from your phone yet' : <EnterPin />;
}

function EnterPin() {
  return (
    <>
      Check your phone and enter your <span className={styles.name}>M-Pesa</span> PIN.
    </>
  );
}

function How({ snapshot }: Pick<Props, 'snapshot'>) {
  if (snapshot.hasTag('over') || snapshot.hasTag('expired')) return null;
  return (
    <ol className={styles.how}>
      <li>Unlock your phone: the M-Pesa prompt shows the amount.</li>
      <li>Enter your PIN and press OK.</li>
      <li>Come back here. This page tells you as soon as the money is there.</li>
    </ol>
  );
}

/** What has changed since the prompt was sent. The box stays, so that what appears in it is read out. */
function News(props: Props) {
  return (
    <div className={styles.news}>
      <Said {...props} />
      <Offers {...props} />
    </div>
  );
}

function Said({ snapshot }: Pick<Props, 'snapshot'>) {
  return (
    <>
      {snapshot.hasTag('offline') && (
        <Notice tone="warn">You are offline. We will check again when you are back.</Notice>
      )}
      {snapshot.hasTag('over') && <Notice tone="warn">{PAYMENT_TIMED_OUT}</Notice>}
      {snapshot.hasTag('expired') && !snapshot.hasTag('over') && (
        <Notice tone="warn">The prompt on your phone has probably expired.</Notice>
      )}
      <Alert problem={snapshot.context.problem} />
    </>
  );
}

/** U4: pay on delivery, or, from 120 s after the push on, another prompt. */
function Offers({ snapshot, send }: Props) {
  if (!snapshot.hasTag('expired') || snapshot.hasTag('over')) return null;
  const seconds = secondsUntil(sendAgainAt(snapshot.context), snapshot.context.now);
  const isSwitching = snapshot.hasTag('switching');
  const isSending = snapshot.hasTag('sendingAgain');
  return (
    <div className={styles.offers}>
      <Button
        look="secondary"
        busy={isSwitching}
        disabled={!isSwitching && !snapshot.can({ type: 'payment.payOnDelivery' })}
        onClick={() => send({ type: 'payment.payOnDelivery' })}
      >
        Pay on delivery
      </Button>
      <Button
        busy={isSending}
        disabled={!isSending && !snapshot.can({ type: 'payment.sendAgain' })}
        onClick={() => send({ type: 'payment.sendAgain' })}
      >
        Send again
        {seconds > 0 && <span className={styles.countdown}>in {minutesAndSeconds(seconds)}</span>}
      </Button>
    </div>
  );
}
