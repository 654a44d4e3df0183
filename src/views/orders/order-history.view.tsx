import type { orderHistoryMachine } from '../../machines/orders/order-history.machine.ts';
import { paths } from '../../rules/paths.ts';
import { assertPresent } from '../../rules/required.ts';
import { Alert } from '../parts/alert.tsx';
import { LinkButton } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { List } from '../parts/list.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import { CancelOrder } from './cancel-order.tsx';
import { OrderCard } from './order-card.tsx';
import * as styles from './orders.css.ts';
import * as texts from '../../texts/orders.ts';

type Props = ViewProps<typeof orderHistoryMachine>;

/** The Orders tab: each order with its details and actions (§2 Orders tab). */
export function OrderHistoryView({ snapshot, send }: Props) {
  const { orders, listProblem, cancelling } = snapshot.context;
  if (snapshot.matches('gone')) return null;
  if (snapshot.matches('loading')) {
    return (
      <div className={styles.waiting}>
        <Spinner label={texts.loadingYourOrders} />
      </div>
    );
  }
  if (snapshot.matches('empty')) {
    return (
      <EmptyState
        title={texts.noOrdersYet}
        actions={<LinkButton to={paths.products}>{texts.startShopping}</LinkButton>}
      />
    );
  }
  const isSending = snapshot.matches({ listed: { cancel: 'sending' } });
  return (
    <>
      <Alert problem={listProblem}>
        <RetryButton onRetry={() => send({ type: 'list.retry' })} />
      </Alert>
      {orders.length > 0 && (
        <List className={styles.orders} aria-label={texts.yourOrders}>
          {orders.map((order) => (
            <OrderCard key={order._id} order={order} snapshot={snapshot} send={send} />
          ))}
        </List>
      )}
      {(isSending || snapshot.matches({ listed: { cancel: 'asking' } })) && (
        <CancelOrder
          order={assertPresent(cancelling)}
          isSending={isSending}
          onCancel={() => send({ type: 'cancel.confirm' })}
          onKeep={() => send({ type: 'cancel.keep' })}
        />
      )}
    </>
  );
}
