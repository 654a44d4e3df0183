import type { ReactNode } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import type { orderTrackingMachine } from '../../machines/orders/order-tracking.machine.ts';
import { getOrderTimeline } from '../../rules/orders/order-tracking.ts';
import {
  formatPaymentStatus,
  formatReceipt,
  formatShortId,
  getDue,
  getPartFacts,
} from '../../rules/orders/shown-order.ts';
import { Summary } from '../cart/summary.tsx';
import { formatNairobiTime } from '../format/date.ts';
import { Card } from '../parts/card.tsx';
import { EmailText } from '../parts/email-text.tsx';
import { Icon } from '../parts/icon.tsx';
import { List } from '../parts/list.tsx';
import { Modal } from '../parts/modal.tsx';
import { PageTitle } from '../parts/page.tsx';
import { Cluster, Split, Stack } from '../parts/layout.tsx';
import { ConfirmPhone } from '../payment/confirm-phone.tsx';
import type { NestedProof } from '../payment/phone-proof.view.tsx';
import type { ViewProps } from '../view.ts';
import { CancelOrder } from './cancel-order.tsx';
import { METHODS } from './order-details.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderProgress } from './order-progress.tsx';
import { OrderActions } from './order-actions.tsx';
import { ShippingAddress } from './shipping-address.tsx';
import { StatusBadge } from './status-badge.tsx';
import * as styles from './order-tracking.css.ts';
import * as texts from '../../texts/orders.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof orderTrackingMachine> & NestedProof & { readonly order: Order };

/** The order, its progress and its actions (§2 Track order). */
export function TrackedOrder({ order, snapshot, send, proof }: Props) {
  const { trackingNumber, user, paymentMethod } = order;
  return (
    <Stack>
      <div className={styles.head}>
        <PageTitle lead={<span className={styles.id}>{texts.orderLabel(formatShortId(order._id))}</span>}>
          {texts.trackYourOrder}
        </PageTitle>
        <StatusBadge status={order.status} />
      </div>
      <Split
        aside={
          <>
            <OrderSummary order={order} />
            <Card title={texts.shippingInformation}>
              <ShippingAddress address={order.shippingAddress} />
            </Card>
            <Card title={texts.customerInformation}>
              <Facts
                facts={[
                  [texts.name, user.name],
                  ['E-mail', <EmailText key="email" email={user.email} />],
                  [texts.paymentMethod, METHODS[paymentMethod]],
                ]}
              />
            </Card>
          </>
        }
      >
        <Card title={texts.orderStatus}>
          <OrderProgress order={order} />
          <OrderActions order={order} snapshot={snapshot} send={send} />
        </Card>
        {trackingNumber !== null && trackingNumber !== '' && (
          <Card title={texts.trackingNumber}>
            <Cluster>
              <Icon outline={outlines.truck} />
              <strong className={styles.id}>{trackingNumber}</strong>
            </Cluster>
          </Card>
        )}
        <Card title={texts.orderItems}>
          <OrderItems items={order.orderItems} />
        </Card>
        <Card title={texts.orderTimeline}>
          <List ordered className={styles.timeline}>
            {getOrderTimeline(order).map(({ word, at }) => (
              <li key={`${word} ${at ?? ''}`} className={styles.entry}>
                <span>{word}</span>
                {at !== null && (
                  <time className={styles.when} dateTime={at}>
                    {formatNairobiTime(at)}
                  </time>
                )}
              </li>
            ))}
          </List>
        </Card>
      </Split>
      <Dialogs order={order} snapshot={snapshot} send={send} proof={proof} />
    </Stack>
  );
}

function OrderSummary({ order }: Pick<Props, 'order'>) {
  const { itemsPrice, shippingPrice, taxPrice, totalPrice, paidAt } = order;
  const receipt = formatReceipt(order);
  const status = [
    formatPaymentStatus(order),
    ...(order.isPaid && paidAt !== null ? [formatNairobiTime(paidAt)] : []),
  ].join(' ');
  return (
    <Summary
      rows={[
        { label: texts.itemsTotal, value: formatKsh(itemsPrice) },
        { label: texts.shipping, value: shippingPrice === 0 ? texts.free : formatKsh(shippingPrice) },
        { label: texts.tax, value: formatKsh(taxPrice) },
      ]}
      total={formatKsh(totalPrice)}
    >
      <Facts
        facts={[
          [texts.paymentStatus, status],
          ...getPartFacts(order),
          ...(receipt === null ? [] : [[texts.mPesaReceipt, receipt] as const]),
        ]}
      />
    </Summary>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt className={styles.when}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Dialogs({ order, snapshot, send, proof }: Props) {
  const isCancelling = snapshot.matches({ shown: { cancel: 'sending' } });
  const isPushing = snapshot.matches({ shown: { pay: 'pushing' } });
  return (
    <>
      {(isCancelling || snapshot.matches({ shown: { cancel: 'asking' } })) && (
        <CancelOrder
          order={order}
          isSending={isCancelling}
          onCancel={() => send({ type: 'cancel.confirm' })}
          onKeep={() => send({ type: 'cancel.keep' })}
        />
      )}
      {snapshot.matches({ shown: { pay: 'proving' } }) && (
        <Modal title={texts.verifyYourPhoneNumber} onDismiss={() => send({ type: 'code.dismiss' })}>
          {proof}
        </Modal>
      )}
      {(isPushing || snapshot.matches({ shown: { pay: 'confirmingPhone' } })) && (
        <ConfirmPhone
          {...snapshot.context}
          amount={getDue(order)}
          isSending={isPushing}
          canConfirm={snapshot.can({ type: 'phone.confirm' })}
          onChange={(phone) => send({ type: 'phone.change', phone })}
          onConfirm={() => send({ type: 'phone.confirm' })}
          onCancel={() => send({ type: 'dialog.cancel' })}
        />
      )}
    </>
  );
}
