import type { Order } from '../../../contract/orders.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import type { orderTrackingMachine } from '../../machines/orders/order-tracking.machine.ts';
import { paths } from '../../rules/paths.ts';
import { formatShortId } from '../../rules/orders/shown-order.ts';
import { formatNairobiTime } from '../format/date.ts';
import { Alert } from '../parts/alert.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Form } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { List } from '../parts/list.tsx';
import { PageTitle } from '../parts/page.tsx';
import { Stack } from '../parts/layout.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import { getWords } from './parcel.tsx';
import { StatusBadge } from './status-badge.tsx';
import * as styles from './order-tracking.css.ts';
import * as texts from '../../texts/orders.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof orderTrackingMachine>;

/** A box for an order id, and the shopper's orders as a choice (U20). */
export function ChooseOrder(props: Props) {
  const { snapshot, send } = props;
  const { typed, typedProblem } = snapshot.context;
  return (
    <Stack>
      <PageTitle lead={texts.chooseOrderLead}>{texts.trackYourOrder}</PageTitle>
      <Card>
        <Form label={texts.orderNumber} onSubmit={() => send({ type: 'id.submit' })}>
          <TextField
            label={texts.orderIdField}
            name="orderId"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            required
            value={typed}
            error={typedProblem}
            onChange={(value) => send({ type: 'id.change', typed: value })}
          />
          <div>
            <Button type="submit">{texts.trackOrder}</Button>
          </div>
        </Form>
      </Card>
      <Card title={texts.yourOrders}>
        <Orders {...props} />
      </Card>
    </Stack>
  );
}

function Orders({ snapshot, send }: Props) {
  const { orders, problem } = snapshot.context;
  if (snapshot.matches({ choosing: 'loading' })) {
    return (
      <div className={styles.waiting}>
        <Spinner label={texts.loadingYourOrders} />
      </div>
    );
  }
  if (snapshot.matches({ choosing: 'failed' })) {
    return (
      <Alert problem={problem}>
        <RetryButton onRetry={() => send({ type: 'page.retry' })} />
      </Alert>
    );
  }
  if (orders.length === 0) {
    return (
      <div role="status">
        <EmptyState
          title={texts.noOrdersYet}
          actions={<LinkButton to={paths.products}>{texts.startShopping}</LinkButton>}
        />
      </div>
    );
  }
  return (
    <List className={styles.choices}>
      {orders.map((order) => (
        <li key={order._id}>
          <Choice order={order} onPick={() => send({ type: 'order.pick', orderId: order._id })} />
        </li>
      ))}
    </List>
  );
}

function Choice({ order, onPick }: { readonly order: Order; readonly onPick: () => void }) {
  const { _id, createdAt, status, totalPrice } = order;
  const beside = getWords(order)?.beside ?? null;
  return (
    <button type="button" className={styles.choice} onClick={onPick}>
      <span className={styles.choiceText}>
        <span className={styles.number}>{texts.orderLabel(formatShortId(_id))}</span>
        <span className={styles.when}>{`${formatNairobiTime(createdAt)} · ${formatKsh(totalPrice)}`}</span>
        {beside !== null && <span>{beside}</span>}
      </span>
      <StatusBadge status={status} />
      <Icon outline={outlines.chevronRight} size="s" />
    </button>
  );
}
