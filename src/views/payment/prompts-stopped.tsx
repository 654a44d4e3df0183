import { formatClock, getSecondsUntil } from '../../rules/countdown.ts';
import { getStoppedText } from '../../rules/payment/stopped-prompts.ts';
import type { StoppedPrompts } from '../../rules/payment/stopped-prompts.ts';
import { Button } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import * as styles from './mpesa-payment.css.ts';
import { PaymentProblem } from './payment-problem.tsx';
import * as texts from '../../texts/payment.ts';

interface Props {
  readonly stopped: StoppedPrompts;
  /** Server time, epoch ms; 0 while it is unknown. */
  readonly now: number;
  readonly canRetry: boolean;
  readonly onByHand: () => void;
  readonly onCash: () => void;
  readonly onRetry: () => void;
}

/** The other ways to pay while M-Pesa sends no prompts, the surest one first (PAY-M2, PAY-M3). */
export function OtherWaysFirst({ stopped, now, canRetry, onByHand, onCash, onRetry }: Props) {
  const hasHand = stopped.ways.includes('hand');
  const seconds = now === 0 ? 0 : getSecondsUntil(stopped.until, now);
  return (
    <FocusHere key="stopped" className={styles.step}>
      <PaymentProblem problem={{ text: getStoppedText(stopped), requestId: null }} tone="warn" />
      <div className={styles.offers}>
        {hasHand && <Button onClick={onByHand}>{texts.payByHand}</Button>}
        {stopped.ways.includes('cod') && (
          <Button look={hasHand ? 'secondary' : 'primary'} onClick={onCash}>
            {texts.payOnDelivery}
          </Button>
        )}
        <Button look="secondary" disabled={!canRetry} onClick={onRetry}>
          <span>{texts.tryAgain}</span>
          {seconds > 0 && <span className={styles.countdown}>{texts.inTime(formatClock(seconds))}</span>}
        </Button>
      </div>
    </FocusHere>
  );
}
