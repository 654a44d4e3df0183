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
  const tone = getTone(snapshot);
  const dismiss = () => send({ type: 'notice.dismiss' });
  const toOrder = paths.trackOrder(payment?.orderId);
  return (
    <PaymentBar tone={tone}>
      <PaymentMessage
        icon={ICONS[tone]}
        text={text}
        isReadOut
        requestId={tone === 'bad' ? (problem?.requestId ?? null) : null}
        onDismiss={snapshot.can({ type: 'notice.dismiss' }) ? dismiss : null}
      >
        {isProofAsked ? (
          // Replaces Try again, which disappeared when it was pressed, and takes the focus.
          <FocusHere>
            <LinkButton to={toOrder} onClick={dismiss}>
              {texts.payOnOrderPage}
            </LinkButton>
          </FocusHere>
        ) : (
          <OrderLink snapshot={snapshot} send={send} />
        )}
      </PaymentMessage>
    </PaymentBar>
  );
}

const ICONS = { good: outlines.check, info: outlines.info, bad: outlines.alert } as const;

function getTone(snapshot: Props['snapshot']): keyof typeof ICONS {
  if (snapshot.matches({ signedIn: 'ended' })) return 'good';
  return snapshot.matches({ signedIn: 'watching' }) ? 'info' : 'bad';
}

/** The page of the order, which takes the rest of a payment. */
function OrderLink({ snapshot, send }: Props) {
  const { payment, money } = snapshot.context;
  const isWatching = snapshot.matches({ signedIn: 'watching' });
  const isRest = isWatching && money?.kind === 'partPaid';
  const isRefused = snapshot.matches({ signedIn: 'claimRefused' });
  return (
    <LinkButton
      look={isRest ? 'primary' : 'secondary'}
      to={isRest || isRefused ? paths.payByHand(payment?.orderId ?? '') : paths.trackOrder(payment?.orderId)}
      onClick={() => send({ type: isWatching ? 'order.open' : 'notice.dismiss' })}
    >
      {isRest ? texts.payTheRest : texts.viewOrder}
    </LinkButton>
  );
}

/** Returns the text of a finished payment, or of one without an open prompt; `null` without one. */
function getEndText(snapshot: Props['snapshot']): string | null {
  const { problem, money } = snapshot.context;
  if (snapshot.matches({ signedIn: { watching: 'offline' } })) return texts.offlineWhilePaying;
  if (snapshot.matches({ signedIn: 'watching' }) || snapshot.matches({ signedIn: 'claimRefused' }))
    return money?.text ?? '';
  if (snapshot.matches({ signedIn: { ended: 'paid' } })) return money?.text ?? texts.paymentReceived;
  if (snapshot.matches({ signedIn: { ended: 'onDelivery' } })) return texts.orderPlacedCash;
  return snapshot.matches({ signedIn: 'cancelled' }) || snapshot.matches({ signedIn: 'proofAsked' })
    ? (problem?.text ?? '')
    : null;
}
