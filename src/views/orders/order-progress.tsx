import type { Order } from '../../../contract/orders.ts';
import { getOrderSteps } from '../../rules/orders/order-tracking.ts';
import { getCancelReason } from '../../rules/orders/shown-order.ts';
import { formatNairobiTime } from '../format/date.ts';
import { Icon } from '../parts/icon.tsx';
import { List } from '../parts/list.tsx';
import { Notice } from '../parts/notice.tsx';
import { getWords, Lines, ParcelNotice } from './parcel.tsx';
import * as styles from './order-tracking.css.ts';
import * as texts from '../../texts/orders.ts';
import * as outlines from '../parts/outlines.ts';

/** Progress of the order and its parcel, or why a cancelled one was cancelled (§2 Track order, OWN-P1). */
export function OrderProgress({ order }: { readonly order: Order }) {
  if (order.status === 'cancelled') {
    const because = getCancelReason(order);
    const words = getWords(order);
    return (
      <div className={styles.cancelled}>
        <h3>{texts.orderCancelled}</h3>
        <Notice tone="warn">
          <p>{texts.hasBeenCancelled}</p>
          {because !== null && <p>{because}</p>}
          {words?.sentence != null && <p>{words.sentence}</p>}
          <Lines lines={words?.advice ?? []} />
        </Notice>
      </div>
    );
  }
  return (
    <>
      <List ordered className={styles.steps} aria-label={texts.progress}>
        {getOrderSteps(order).map(({ word, isReached, at }) => (
          <li
            key={word}
            className={isReached ? styles.reached : styles.ahead}
            aria-current={at === null ? undefined : 'step'}
          >
            <span className={styles.dot}>{isReached && <Icon outline={outlines.check} size="s" />}</span>
            <span className={styles.stepText}>
              <span>{word}</span>
              {at !== null && (
                <time className={styles.when} dateTime={at}>
                  {formatNairobiTime(at)}
                </time>
              )}
            </span>
          </li>
        ))}
      </List>
      <ParcelNotice order={order} />
    </>
  );
}
