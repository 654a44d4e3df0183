import { useId } from 'react';
import type { EventFrom } from 'xstate';
import type { Order } from '../../../contract/orders.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import type { orderHistoryMachine } from '../../machines/orders/order-history.machine.ts';
import { canCancel } from '../../rules/orders/cancel-order.ts';
import { paths } from '../../rules/paths.ts';
import { canReorder } from '../../rules/orders/reorder.ts';
import {
  canPay,
  formatDeadline,
  getCancelReason,
  hasPackage,
  getPaymentDeadline,
  getPaymentNotice,
  isPayable,
  formatShortId,
} from '../../rules/orders/shown-order.ts';
import { assertPresent } from '../../rules/required.ts';
import { formatNairobiClock, formatNairobiTime } from '../format/date.ts';
import { Alert } from '../parts/alert.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Icon } from '../parts/icon.tsx';
import type { ViewProps } from '../view.ts';
import { OrderDetails } from './order-details.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderTexts } from './order-texts.tsx';
import { getWords, Lines } from './parcel.tsx';
import { ShippingAddress } from './shipping-address.tsx';
import { StatusBadge } from './status-badge.tsx';
import * as styles from './orders.css.ts';
import * as texts from '../../texts/orders.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof orderHistoryMachine> & { readonly order: Order };

/** One order of the list. */
export function OrderCard({ order, snapshot, send }: Props) {
  const { opened } = snapshot.context;
  const id = useId();
  const isOpen = opened.includes(order._id);
  return (
    <li className={styles.order} aria-labelledby={`${id}title`}>
      <div className={styles.head}>
        <h2 id={`${id}title`} className={styles.title}>
          {texts.orderLabel(formatShortId(order._id))}
        </h2>
        <StatusBadge status={order.status} />
        <p className={styles.total}>{formatKsh(order.totalPrice)}</p>
        <p className={styles.dates}>
          <span>
            {texts.placedOn}
            <time dateTime={order.createdAt}>{formatNairobiTime(order.createdAt)}</time>
          </span>
          {order.isPaid && order.paidAt !== null && (
            <span>
              {texts.paidOn}
              <time dateTime={order.paidAt}>{formatNairobiTime(order.paidAt)}</time>
            </span>
          )}
        </p>
      </div>
      <OrderNotices order={order} snapshot={snapshot} />
      <OrderItems items={order.orderItems} />
      <ShippingAddress address={order.shippingAddress} />
      {isOpen && <OrderDetails id={`${id}details`} order={order} />}
      <Actions order={order} snapshot={snapshot} send={send} details={{ id: `${id}details`, isOpen }} />
    </li>
  );
}

/** Notices about the payment and the parcel, and the result of the last action. */
function OrderNotices({ order, snapshot }: Omit<Props, 'send'>) {
  const { now, cancelling, cancelProblem, cancelTexts, reordering, reorderProblem, reorderTexts } = snapshot.context;
  const wasCancelled = cancelling?._id === order._id;
  const isAgain = reordering?._id === order._id;
  const isJustCancelled = wasCancelled && cancelTexts.length > 0;
  const because = isJustCancelled ? null : getCancelReason(order);
  const parcel = getWords(order)?.listed ?? [];
  const notice = getPaymentNotice(order);
  return (
    <>
      {isPayable(order, now) && (
        <p className={styles.note.warn}>
          {formatDeadline(order, formatNairobiClock(assertPresent(getPaymentDeadline(order))))}
        </p>
      )}
      {because !== null && <p className={styles.note.plain}>{because}</p>}
      {parcel.length > 0 && (
        <div className={styles.note.plain}>
          <Lines lines={parcel} />
        </div>
      )}
      {notice !== null && <p className={styles.note.warn}>{notice}</p>}
      {order.refunds.map(({ id, text, state }) => (
        <p key={id} className={state === 'dropped' ? styles.note.warn : styles.note.plain}>
          {text}
        </p>
      ))}
      {isJustCancelled && (
        <FocusHere>
          <OrderTexts tone="info" texts={cancelTexts} />
        </FocusHere>
      )}
      <Alert problem={wasCancelled ? cancelProblem : null} takeFocus />
      {isAgain && snapshot.matches({ listed: { reorder: 'said' } }) && (
        <FocusHere>
          <OrderTexts tone="warn" texts={reorderTexts} />
        </FocusHere>
      )}
      <Alert problem={isAgain ? reorderProblem : null} />
    </>
  );
}

interface ActionsProps extends Props {
  readonly details: { readonly id: string; readonly isOpen: boolean };
}

function Actions({ order, snapshot, send, details }: ActionsProps) {
  const { now, reordering } = snapshot.context;
  const orderId = order._id;
  const label = (text: string) => texts.orderButton(text, formatShortId(orderId));
  /** Returns the press handler of a button, or marks it as disabled. */
  const presses = (event: EventFrom<typeof orderHistoryMachine>) =>
    snapshot.can(event) ? { onClick: () => send(event) } : { 'aria-disabled': true };
  const isChecking = snapshot.matches({ listed: { reorder: 'checking' } });
  return (
    <div className={styles.actions}>
      {canPay(order, now) && (
        <LinkButton to={paths.trackOrder(orderId)} aria-label={label(texts.payWithMPesa)}>
          {texts.payWithMPesa}
        </LinkButton>
      )}
      <LinkButton look="secondary" to={paths.trackOrder(orderId)} aria-label={label(texts.trackMyOrder)}>
        {texts.trackMyOrder}
      </LinkButton>
      {hasPackage(order) && (
        <Button
          look="secondary"
          aria-label={label(texts.trackPackage)}
          {...presses({ type: 'package.track', orderId })}
        >
          <Icon outline={outlines.truck} size="s" />
          {texts.trackPackage}
        </Button>
      )}
      {canReorder(order) && (
        <Button
          look="secondary"
          aria-label={label(texts.orderAgain)}
          busy={isChecking && reordering?._id === orderId}
          {...presses({ type: 'reorder.ask', orderId })}
        >
          {texts.orderAgain}
        </Button>
      )}
      {canCancel(order) && (
        <Button look="danger" aria-label={label(texts.cancelOrder)} {...presses({ type: 'cancel.ask', orderId })}>
          {texts.cancelOrder}
        </Button>
      )}
      <Button
        look="quiet"
        aria-label={label(texts.viewDetails)}
        aria-expanded={details.isOpen}
        aria-controls={details.isOpen ? details.id : undefined}
        {...presses({ type: 'details.toggle', orderId })}
      >
        {texts.viewDetails}
        <span className={details.isOpen ? styles.turned : styles.chevron}>
          <Icon outline={outlines.chevronDown} size="s" />
        </span>
      </Button>
    </div>
  );
}
