import type { Order } from '../../../contract/orders.ts';
import { getCancelQuestion } from '../../rules/orders/cancel-order.ts';
import { Button } from '../parts/button.tsx';
import { Modal, ModalActions } from '../parts/modal.tsx';
import * as texts from '../../texts/orders.ts';

interface CancelOrderProps {
  readonly order: Pick<Order, 'paymentMethod' | 'part'>;
  /** The cancel request is running and cannot be stopped any more. */
  readonly isSending: boolean;
  readonly onCancel: () => void;
  readonly onKeep: () => void;
}

/** Asks before it cancels (H4). The focus starts on the button that changes nothing. */
export function CancelOrder({ order, isSending, onCancel, onKeep }: CancelOrderProps) {
  return (
    <Modal title={texts.cancelOrder} {...(!isSending && { onDismiss: onKeep })}>
      <p {...(!isSending && { role: 'alert' })}>{getCancelQuestion(order)}</p>
      <ModalActions>
        <Button look="secondary" {...(isSending ? { 'aria-disabled': true } : { onClick: onKeep })}>
          {texts.keepOrder}
        </Button>
        <Button look="danger" busy={isSending} onClick={onCancel}>
          {texts.cancelOrder}
        </Button>
      </ModalActions>
    </Modal>
  );
}
