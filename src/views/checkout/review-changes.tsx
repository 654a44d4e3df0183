import type { CartLine, LineChange } from '../../rules/cart/cart.ts';
import { ChangesList } from '../cart/changes-list.tsx';
import { Button } from '../parts/button.tsx';
import { Modal, ModalActions } from '../parts/modal.tsx';
import * as texts from '../../texts/checkout.ts';

interface ReviewChangesProps {
  readonly changes: readonly LineChange[];
  readonly lines: readonly CartLine[];
  readonly onAccept: () => void;
  readonly onBack: () => void;
}

/** The shop's current prices and stock. Nothing is ordered before the shopper agrees (D5). */
export function ReviewChanges({ changes, lines, onAccept, onBack }: ReviewChangesProps) {
  return (
    <Modal title={texts.reviewYourOrder} onDismiss={onBack}>
      <p role="alert">{texts.reviewChanges}</p>
      <ChangesList changes={changes} lines={lines} />
      <ModalActions>
        <Button look="secondary" onClick={onBack}>
          {texts.back}
        </Button>
        <Button onClick={onAccept}>{texts.accept}</Button>
      </ModalActions>
    </Modal>
  );
}
