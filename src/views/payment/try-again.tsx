import { formatPhone } from '../../../contract/rules/phone.ts';
import { formatClock, getSecondsUntil } from '../../rules/countdown.ts';
import type { mpesaPaymentMachine } from '../../machines/payment/mpesa-payment.machine.ts';
import { Button } from '../parts/button.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './mpesa-payment.css.ts';
import * as texts from '../../texts/payment.ts';

type Props = ViewProps<typeof mpesaPaymentMachine>;

interface TryAgainProps extends Props {
  readonly look?: 'secondary';
  /** Opens the question for the phone. Without it, a payment whose phone is unknown cannot be retried. */
  readonly onAskPhone?: () => void;
}

/** Pushes the same order again, and offers the shopper's own phone when only the other one has to wait (D25). */
export function TryAgain({ look, onAskPhone, ...props }: TryAgainProps) {
  const { snapshot, send } = props;
  const { phone, blockedUntil, now, isTimeKnown } = snapshot.context;
  const isBusy = snapshot.hasTag('pushing');
  const askPhone = phone === '' ? onAskPhone : undefined;
  return (
    <RetryButtons
      {...props}
      text={texts.tryAgain}
      look={look}
      busy={isBusy}
      disabled={askPhone === undefined && !snapshot.can({ type: 'payment.retry' })}
      seconds={!isBusy && isTimeKnown ? getSecondsUntil(blockedUntil, now) : 0}
      onClick={askPhone ?? (() => send({ type: 'payment.retry' }))}
    />
  );
}

interface RetryButtonsProps extends Props {
  readonly text: string;
  readonly look?: 'secondary' | undefined;
  /** A prompt is being sent. */
  readonly busy: boolean;
  readonly disabled: boolean;
  /** Seconds until the same phone may be prompted again (D8). */
  readonly seconds: number;
  readonly onClick: () => void;
}

/**
 * Another prompt to the same phone, and to the account's own phone when it is offered (D25). The last button keeps the
 * focus.
 */
export function RetryButtons({ snapshot, send, text, look, busy, disabled, seconds, onClick }: RetryButtonsProps) {
  const { phone, ownPhone } = snapshot.context;
  const isOwn = ownPhone !== '';
  const isToOwn = busy && isOwn && phone === ownPhone;
  const again = {
    busy: busy && !isToOwn,
    disabled: isToOwn || (!busy && disabled),
    onClick,
    children: (
      <>
        <span>{text}</span>
        {seconds > 0 && <span className={styles.countdown}>{texts.inTime(formatClock(seconds))}</span>}
      </>
    ),
  };
  const own = {
    busy: isToOwn,
    disabled: !isToOwn && !snapshot.can({ type: 'payment.useOwn' }),
    onClick: () => send({ type: 'payment.useOwn' }),
    children: texts.sendToPhone(formatPhone(ownPhone)),
  };
  return (
    <>
      {isOwn && <Button key="again" look="secondary" {...again} />}
      <Button key="main" {...(isOwn ? own : { look, ...again })} />
    </>
  );
}
