import type { ReactNode } from 'react';
import { minutesAndSeconds, secondsUntil } from '../../rules/countdown.ts';
import { PAYMENT_TIMED_OUT } from '../../rules/payment.ts';
import type { waitingPaymentMachine } from '../../machines/waiting-payment.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { LiveRegion } from '../parts/live-region.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './waiting-payment.css.ts';

type Props = ViewProps<typeof waitingPaymentMachine>;

interface Parts {
  /** The wait for the money, while there is one. */
  readonly watch: ReactNode;
}

/** A payment that is under way or has just ended, under the header of every page; nothing where there is none. */
export function WaitingPaymentView(props: Props & Parts) {
  const { snapshot, watch } = props;
  const tone = toneOf(snapshot);
  return (
    <>
      <LiveRegion message={newsOf(snapshot)} />
      {tone !== null && (
        <section aria-label="Your M-Pesa payment" className={styles.tone[tone]}>
          <div className={styles.inner}>{snapshot.matches({ signedIn: 'waiting' }) ? watch : <News {...props} />}</div>
        </section>
      )}
    </>
  );
}

function News({ snapshot, send }: Props) {
  const { payment } = snapshot.context;
  const dismiss = () => send({ type: 'notice.dismiss' });
  return (
    <>
      <p className={styles.text}>
        <Icon name={toneOf(snapshot) === 'good' ? 'check' : 'alert'} />
        {/* Read out by the live region, so that buttons and countdown are not. */}
        <span className={styles.words} aria-hidden={newsOf(snapshot) === null ? undefined : true}>
          {newsOf(snapshot) ?? 'Sending the prompt to your phone…'}
        </span>
        {requestOf(snapshot) !== null && <span className={styles.request}>Request {requestOf(snapshot)}</span>}
      </p>
      <div className={styles.offers}>
        {snapshot.matches({ signedIn: 'ended' }) && (
          <LinkButton look="secondary" to={paths.orderSuccess(payment?.orderId)} onClick={dismiss}>
            View order
          </LinkButton>
        )}
        {(snapshot.matches({ signedIn: 'unpaid' }) || snapshot.hasTag('busy')) && (
          <TryAgain snapshot={snapshot} send={send} />
        )}
        {snapshot.can({ type: 'notice.dismiss' }) && (
          <Button look="secondary" onClick={dismiss}>
            Dismiss
          </Button>
        )}
      </div>
    </>
  );
}

function TryAgain({ snapshot, send }: Props) {
  const { wait, now, retryAt } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const seconds = !isBusy && wait > 0 ? secondsUntil(retryAt, now) : 0;
  return (
    <Button
      busy={isBusy}
      disabled={!isBusy && !snapshot.can({ type: 'payment.retry' })}
      onClick={() => send({ type: 'payment.retry' })}
    >
      Try again
      {seconds > 0 && <span className={styles.countdown}>in {minutesAndSeconds(seconds)}</span>}
    </Button>
  );
}

type Snapshot = Props['snapshot'];

/** How the bar looks; null where there is none. */
function toneOf(snapshot: Snapshot): keyof typeof styles.tone | null {
  if (snapshot.matches({ signedIn: 'ended' })) return 'good';
  if (snapshot.matches({ signedIn: 'waiting' }) || snapshot.hasTag('busy')) return 'info';
  return newsOf(snapshot) === null ? null : 'bad';
}

/** Finds the refused push in the server's log (H14). */
function requestOf(snapshot: Snapshot): string | null {
  return toneOf(snapshot) === 'bad' ? (snapshot.context.problem?.requestId ?? null) : null;
}

/** How the payment ended; null where it has not. */
function newsOf(snapshot: Snapshot): string | null {
  if (snapshot.matches({ signedIn: { ended: 'paid' } })) return 'Payment received. Thank you!';
  if (snapshot.matches({ signedIn: { ended: 'onDelivery' } })) return 'Your order is placed. You pay on delivery.';
  if (snapshot.matches({ signedIn: { unpaid: 'timedOut' } })) return PAYMENT_TIMED_OUT;
  const isUnpaid = snapshot.matches({ signedIn: { unpaid: 'failed' } }) || snapshot.matches({ signedIn: 'cancelled' });
  return isUnpaid ? (snapshot.context.problem?.text ?? '') : null;
}
