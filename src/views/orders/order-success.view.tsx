import type { orderSuccessMachine } from '../../machines/orders/order-success.machine.ts';
import { paths } from '../../rules/paths.ts';
import { LinkButton } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Icon } from '../parts/icon.tsx';
import { PageTitle } from '../parts/page.tsx';
import { PageSpinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './order-success.css.ts';
import * as texts from '../../texts/orders.ts';
import * as outlines from '../parts/outlines.ts';

/** Characters of an order's id that shoppers see (§9). */
const SHORT_ID = 8;

export function OrderSuccessView({ snapshot }: ViewProps<typeof orderSuccessMachine>) {
  const ways = (
    <>
      <LinkButton to={paths.products}>{texts.continueShopping}</LinkButton>
      <LinkButton look="secondary" to={paths.profile('orders')}>
        {texts.viewOrders}
      </LinkButton>
    </>
  );
  if (snapshot.matches('without')) {
    return (
      <EmptyState title={texts.yourOrders} level={1} actions={ways}>
        {texts.ordersInProfile}
      </EmptyState>
    );
  }
  if (!snapshot.matches('shown')) return <PageSpinner label={texts.lookingForYourOrder} />;
  return (
    <div className={styles.box}>
      <span className={styles.mark}>
        <Icon outline={outlines.check} size="l" />
      </span>
      <PageTitle>{texts.successfullyPlaced}</PageTitle>
      <p className={styles.order}>{texts.orderLabel(snapshot.context.orderId.slice(0, SHORT_ID))}</p>
      <div className={styles.ways}>{ways}</div>
    </div>
  );
}
