import type { Order } from '../../../contract/orders.ts';
import { formatNairobiTime } from '../format/date.ts';
import { Notice } from '../parts/notice.tsx';
import * as styles from './order-tracking.css.ts';

type Refund = Order['refunds'][number];

/** A state of a later server has no tone. */
const TONES: Readonly<Record<string, 'good' | 'warn'>> = { done: 'good', dropped: 'warn' };

/** Money that goes back (PAY-F5). */
export function Refunds({ refunds }: Pick<Order, 'refunds'>) {
  return refunds.map((refund) => <OneRefund key={refund.id} {...refund} />);
}

function OneRefund({ state, text, at }: Refund) {
  return (
    <Notice tone={TONES[state] ?? 'info'}>
      <p>{text}</p>
      <time className={styles.said} dateTime={at}>
        {formatNairobiTime(at)}
      </time>
    </Notice>
  );
}
