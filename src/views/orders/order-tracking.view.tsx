import type { orderTrackingMachine } from '../../machines/orders/order-tracking.machine.ts';
import { LOGIN_NOTICES } from '../../rules/account/login-notice.ts';
import { paths } from '../../rules/paths.ts';
import { assertPresent } from '../../rules/required.ts';
import { Alert } from '../parts/alert.tsx';
import { LinkButton } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageTitle } from '../parts/page.tsx';
import { Cluster, Stack } from '../parts/layout.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import { PageSpinner } from '../parts/spinner.tsx';
import type { NestedProof } from '../payment/phone-proof.view.tsx';
import type { ViewProps } from '../view.ts';
import { ChooseOrder } from './choose-order.tsx';
import { TrackedOrder } from './tracked-order.tsx';
import * as texts from '../../texts/orders.ts';

type Props = ViewProps<typeof orderTrackingMachine>;

/** One order and its progress, or the choice of an order (§2 Track order, U20). */
export function OrderTrackingView({ snapshot, send, proof }: Props & NestedProof) {
  const { order, notice } = snapshot.context;
  if (snapshot.matches('choosing')) return <ChooseOrder snapshot={snapshot} send={send} />;
  if (snapshot.matches('shown'))
    return <TrackedOrder order={assertPresent(order)} snapshot={snapshot} send={send} proof={proof} />;
  if (snapshot.matches('accessDenied'))
    return <TrackingProblem title={texts.accessDenied} snapshot={snapshot} send={send} />;
  if (snapshot.matches('notFound'))
    return <TrackingProblem title={texts.orderNotFound} snapshot={snapshot} send={send} />;
  return (
    <Stack>
      <PageTitle>{texts.trackYourOrder}</PageTitle>
      {snapshot.matches('loading') && <PageSpinner label={texts.loadingYourOrder} />}
      {snapshot.matches('sessionExpired') && (
        <Alert problem={{ text: texts.sessionExpired, requestId: null }} takeFocus />
      )}
      {notice !== null && <Notice>{LOGIN_NOTICES[notice]}</Notice>}
    </Stack>
  );
}

/** Why the order cannot be shown, and links to continue. */
function TrackingProblem({ title, snapshot, send }: Props & { readonly title: string }) {
  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <Card>
        <Alert problem={snapshot.context.problem} takeFocus />
        <Cluster>
          <RetryButton onRetry={() => send({ type: 'page.retry' })} />
          {snapshot.matches('accessDenied') && (
            <LinkButton to={paths.profile('orders')}>{texts.viewYourOrders}</LinkButton>
          )}
          <LinkButton look="secondary" to={paths.profile('orders')}>
            {texts.viewAllOrders}
          </LinkButton>
        </Cluster>
      </Card>
    </Stack>
  );
}
