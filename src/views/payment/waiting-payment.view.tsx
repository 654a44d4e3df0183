import type { ReactNode } from 'react';
import type { waitingPaymentMachine } from '../../machines/payment/waiting-payment.machine.ts';
import { paths } from '../../rules/paths.ts';
import { LinkButton } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { LiveRegion } from '../parts/live-region.tsx';
import type { ViewProps } from '../view.ts';
import { PaymentBar, PaymentMessage } from './payment-bar.tsx';
import * as texts from '../../texts/payment.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof waitingPaymentMachine>;

interface NestedViews {
  /** The payment, while there is one. */
  readonly payment: ReactNode;
}

/** A payment that is under way or has just ended, under the header of every page; nothing without one. */
export function WaitingPaymentView(props: Props & NestedViews) {
  const { snapshot, payment } = props;
  return (
    <>
      <LiveRegion message={getEndText(snapshot)} />
      {snapshot.matches({ signedIn: 'paying' }) ? payment : <End {...props} />}
    </>
  );
}

function End({ snapshot, send }: Props) {
  const text = getEndText(snapshot);
  if (text === null) return null;
  const { problem, payment } = snapshot.context;
  const isProofAsked = snapshot.matches({ signedIn: 'proofAsked' });
  const hasEnded = snapshot.matches({ signedIn: 'ended' });
  const dismiss = () => send({ type: 'notice.dismiss' });
  const toOrder = paths.trackOrder(payment?.orderId);
  return (
    <PaymentBar tone={hasEnded ? 'good' : 'bad'}>
      <PaymentMessage
        icon={hasEnded ? outlines.check : outlines.alert}
        text={text}
        isReadOut
        requestId={hasEnded ? null : (problem?.requestId ?? null)}
        onDismiss={dismiss}
      >
        {isProofAsked ? (
          // Replaces Try again, which disappeared when it was pressed, and takes the focus.
          <FocusHere>
            <LinkButton to={toOrder} onClick={dismiss}>
              {texts.payOnOrderPage}
            </LinkButton>
          </FocusHere>
        ) : (
          <LinkButton look="secondary" to={toOrder} onClick={dismiss}>
            {texts.viewOrder}
          </LinkButton>
        )}
      </PaymentMessage>
    </PaymentBar>
  );
}

/** Returns the text of a finished payment, or `null`. */
function getEndText(snapshot: Props['snapshot']): string | null {
  if (snapshot.matches({ signedIn: { ended: 'paid' } })) return texts.paymentReceived;
  if (snapshot.matches({ signedIn: { ended: 'onDelivery' } })) return texts.orderPlacedCash;
  return snapshot.matches({ signedIn: 'cancelled' }) || snapshot.matches({ signedIn: 'proofAsked' })
    ? (snapshot.context.problem?.text ?? '')
    : null;
}
