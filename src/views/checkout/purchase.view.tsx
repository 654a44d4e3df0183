import type { ReactNode } from 'react';
import { formatKsh } from '../../../contract/rules/money.ts';
import type { purchaseMachine } from '../../machines/checkout/purchase.machine.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Icon } from '../parts/icon.tsx';
import { Modal } from '../parts/modal.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { ConfirmPhone } from '../payment/confirm-phone.tsx';
import * as styles from '../payment/mpesa-payment.css.ts';
import { PaymentProblem } from '../payment/payment-problem.tsx';
import { OtherWaysFirst } from '../payment/prompts-stopped.tsx';
import type { ViewProps } from '../view.ts';
import * as texts from '../../texts/checkout.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof purchaseMachine>;

interface NestedViews {
  /** The view of the order placement. */
  readonly placement: ReactNode;
  /** The view of the payment. */
  readonly payment: ReactNode;
}

interface HandProps {
  /** The dialog of a payment by hand. */
  readonly byHand?: ReactNode;
  /** Whether the shop takes payments by hand (PAY-C1). */
  readonly hasHand?: boolean;
}

/**
 * The only dialog of an M-Pesa purchase; it stays open from step to step. It can be dismissed when nothing is lost
 * (X31): the bar under the header continues with a waiting prompt, and an error stays beside the form.
 */
export function PurchaseDialog({ byHand, hasHand = false, ...props }: Props & NestedViews & HandProps) {
  const { snapshot, send } = props;
  if (!snapshot.hasTag('dialog')) return null;
  if (snapshot.matches('payingByHand')) return byHand;
  if (snapshot.matches('confirmingPhone')) {
    return (
      <ConfirmPhone
        {...snapshot.context}
        canConfirm={snapshot.can({ type: 'phone.confirm' })}
        onChange={(phone) => send({ type: 'phone.change', phone })}
        onConfirm={() => send({ type: 'phone.confirm' })}
        onCancel={() => send({ type: 'dialog.cancel' })}
        onByHand={hasHand ? () => send({ type: 'hand.choose' }) : undefined}
      />
    );
  }
  if (snapshot.matches({ paying: 'proving' })) {
    return (
      <Modal title={texts.verifyYourPhoneNumber} onDismiss={() => send({ type: 'code.dismiss' })}>
        {props.payment}
      </Modal>
    );
  }
  return (
    <Modal
      title={texts.payWithMPesa}
      {...(snapshot.can({ type: 'dialog.dismiss' }) && { onDismiss: () => send({ type: 'dialog.dismiss' }) })}
    >
      <Step {...props} />
    </Modal>
  );
}

/** Text beside the form (U3): progress of the order, or why nothing was ordered or paid. */
export function PurchaseStatus(props: Props & NestedViews) {
  const { snapshot, send, placement, payment } = props;
  if (snapshot.matches('placingCod')) return placement;
  if (snapshot.matches({ paying: 'inline' })) return payment;
  if (!snapshot.matches({ orderless: 'inline' })) return null;
  return (
    <Alert problem={snapshot.context.problem} takeFocus>
      <Button look="secondary" onClick={() => send({ type: 'order.retry' })}>
        {texts.tryPaymentAgain}
      </Button>
    </Alert>
  );
}

function Step({ snapshot, send, placement, payment }: Props & NestedViews) {
  if (snapshot.matches('placingMpesa')) {
    return (
      <FocusHere key="busy" className={styles.step}>
        <div data-busy>
          <Spinner label={texts.placingYourOrder} shown />
        </div>
        {placement}
      </FocusHere>
    );
  }
  const { stopped, now } = snapshot.context;
  if (snapshot.matches('stopped') && stopped !== null) {
    return (
      <OtherWaysFirst
        stopped={stopped}
        now={now}
        canRetry={snapshot.can({ type: 'prompt.retry' })}
        onByHand={() => send({ type: 'hand.choose' })}
        onCash={() => send({ type: 'cash.choose' })}
        onRetry={() => send({ type: 'prompt.retry' })}
      />
    );
  }
  if (snapshot.matches('paying')) return payment;
  return (
    <FocusHere key="end">
      {snapshot.matches('paid') ? (
        <Thanks returned={snapshot.context.returned} />
      ) : (
        <PaymentProblem problem={snapshot.context.problem} tone="bad" />
      )}
    </FocusHere>
  );
}

/** Shown for two seconds. */
function Thanks({ returned }: { readonly returned: number }) {
  return (
    <p role="status" className={styles.lead}>
      <span className={styles.tone.good}>
        <Icon outline={outlines.check} />
      </span>
      <span>{returned > 0 ? texts.paymentReceivedWithRest(formatKsh(returned)) : texts.paymentReceived}</span>
    </p>
  );
}
