import type { Order } from '../../../contract/orders.ts';
import { formatPhone } from '../../../contract/rules/phone.ts';
import type { orderTrackingMachine } from '../../machines/orders/order-tracking.machine.ts';
import { canCancel, PROMPT_LEFT } from '../../rules/orders/cancel-order.ts';
import { formatClock, getSecondsUntil } from '../../rules/countdown.ts';
import { canReorder } from '../../rules/orders/reorder.ts';
import {
  canPay,
  canPrompt,
  formatDeadline,
  getPaymentDeadline,
  getPaymentNotice,
  isPayable,
} from '../../rules/orders/shown-order.ts';
import { paths } from '../../rules/paths.ts';
import { assertPresent } from '../../rules/required.ts';
import { formatNairobiClock } from '../format/date.ts';
import { Alert } from '../parts/alert.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { List } from '../parts/list.tsx';
import { Notice } from '../parts/notice.tsx';
import { Cluster } from '../parts/layout.tsx';
import type { ViewProps } from '../view.ts';
import { OrderTexts } from './order-texts.tsx';
import { Refunds } from './refunds.tsx';
import * as styles from './order-tracking.css.ts';
import * as texts from '../../texts/orders.ts';
import { tips } from '../../texts/payment.ts';

type Props = ViewProps<typeof orderTrackingMachine> & { readonly order: Order };

/** Notices about the payment, the result of the last action, and the available actions. */
export function OrderActions(props: Props) {
  const { order, snapshot, send } = props;
  const { now, cancelProblem, isPromptLeft, payProblem, ownPhone, reorderProblem, reorderTexts } = snapshot.context;
  const notice = getPaymentNotice(order);
  return (
    <>
      {isPayable(order, now) && (
        <p className={styles.held}>
          {formatDeadline(order, formatNairobiClock(assertPresent(getPaymentDeadline(order))))}
        </p>
      )}
      {notice !== null && <Notice tone="warn">{notice}</Notice>}
      <Refunds refunds={order.refunds} />
      {snapshot.matches({ shown: { pay: 'over' } }) && <Notice tone="warn">{texts.timeToPayOver}</Notice>}
      <Alert problem={payProblem} takeFocus>
        {ownPhone !== '' && canPrompt(order, now) && (
          <Button onClick={() => send({ type: 'pay.useOwn' })}>{texts.sendToPhone(formatPhone(ownPhone))}</Button>
        )}
      </Alert>
      <Alert problem={cancelProblem} takeFocus />
      <Alert problem={reorderProblem} takeFocus />
      {isPromptLeft && order.status === 'cancelled' && (
        <FocusHere>
          <Notice tone="warn">{PROMPT_LEFT}</Notice>
        </FocusHere>
      )}
      {snapshot.matches({ shown: { reorder: 'said' } }) && (
        <FocusHere>
          <OrderTexts texts={reorderTexts} />
        </FocusHere>
      )}
      <Cluster>
        <PayButton {...props} />
        <HandButton order={order} snapshot={snapshot} />
        {canReorder(order) && (
          <Button
            look="secondary"
            busy={snapshot.matches({ shown: { reorder: 'checking' } })}
            onClick={() => send({ type: 'reorder.ask' })}
          >
            {texts.orderAgain}
          </Button>
        )}
        {canCancel(order) && (
          <Button look="danger" onClick={() => send({ type: 'cancel.ask' })}>
            {texts.cancelOrder}
          </Button>
        )}
      </Cluster>
      {isPayable(order, now) && <Tips hasHand={order.byHand === true} />}
    </>
  );
}

/** Advice after an unanswered prompt, to which the bar under the header links (PAY-M5). */
function Tips({ hasHand }: { readonly hasHand: boolean }) {
  const { hand, ...others } = tips;
  return (
    <details>
      <summary className={styles.more}>{texts.noPromptCame}</summary>
      <List className={styles.tips}>
        {[...Object.values(others), ...(hasHand ? [hand] : [])].map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </List>
    </details>
  );
}

/** Counts down while the server accepts no other push (D8). */
function PayButton({ order, snapshot, send }: Props) {
  const { now, blockedUntil } = snapshot.context;
  if (!canPrompt(order, now) || snapshot.matches({ shown: { pay: 'underway' } })) return null;
  const seconds = getSecondsUntil(blockedUntil, now);
  return (
    <Button disabled={seconds > 0} onClick={() => send({ type: 'pay.ask' })}>
      <span>{texts.payWithMPesa}</span>
      {seconds > 0 && <span className={styles.countdown}>{texts.inTime(formatClock(seconds))}</span>}
    </Button>
  );
}

/** Opens the dialog of a payment by hand, also while prompts do not work (PAY-C1). */
function HandButton({ order, snapshot }: Pick<Props, 'order' | 'snapshot'>) {
  const isOffered = order.byHand === true && canPay(order, snapshot.context.now);
  if (!isOffered || snapshot.matches({ shown: { pay: 'underway' } })) return null;
  return (
    <LinkButton look="secondary" to={paths.payByHand(order._id)}>
      {texts.payByHand}
    </LinkButton>
  );
}
