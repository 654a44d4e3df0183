import { minutesAndSeconds, secondsUntil } from '../../rules/countdown.ts';
import type { mpesaPaymentMachine } from '../../machines/mpesa-payment.machine.ts';
import { Button } from '../parts/button.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './mpesa-payment.css.ts';

interface TryAgainProps extends ViewProps<typeof mpesaPaymentMachine> {
  readonly look?: 'secondary';
  /** Where the phone can be asked for; without it a payment whose phone nobody knows cannot be tried again. */
  readonly onAskPhone?: () => void;
}

/** Pushes the same order again; counts down where the server wants more time (D8). */
export function TryAgain({ snapshot, send, look, onAskPhone }: TryAgainProps) {
  const { phone, blockedUntil, now, isTimeKnown } = snapshot.context;
  const isBusy = snapshot.hasTag('pushing');
  const seconds = !isBusy && isTimeKnown ? secondsUntil(blockedUntil, now) : 0;
  const askPhone = phone === '' ? onAskPhone : undefined;
  return (
    <Button
      look={look}
      busy={isBusy}
      disabled={!isBusy && askPhone === undefined && !snapshot.can({ type: 'payment.retry' })}
      onClick={askPhone ?? (() => send({ type: 'payment.retry' }))}
    >
      <span>Try again</span>
      {seconds > 0 && <span className={styles.countdown}>{`in ${minutesAndSeconds(seconds)}`}</span>}
    </Button>
  );
}
