import { formatKsh } from '../../../contract/rules/money.ts';
import { Button } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { Modal, ModalActions } from '../parts/modal.tsx';
import { TextField } from '../parts/text-field.tsx';
import * as texts from '../../texts/payment.ts';

interface ConfirmPhoneProps {
  readonly phone: string;
  readonly phoneError: string | null;
  /** Whole shillings. */
  readonly amount: number;
  readonly canConfirm: boolean;
  /** The prompt is being sent and cannot be stopped any more. */
  readonly isSending?: boolean;
  readonly onChange: (phone: string) => void;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Pays in the M-Pesa menu instead; omitted when the shop does not take that (PAY-C1). */
  readonly onByHand?: (() => void) | undefined;
}

/** Asks which phone receives the prompt of an M-Pesa payment (§2 Checkout). */
export function ConfirmPhone(props: ConfirmPhoneProps) {
  const { phone, phoneError, amount, canConfirm, isSending = false, onChange, onConfirm, onCancel, onByHand } = props;
  return (
    <Modal title={texts.confirmPhoneNumber} {...(!isSending && { onDismiss: onCancel })}>
      <Form label={texts.confirmPhoneNumber} onSubmit={onConfirm}>
        <p>
          {texts.promptBefore}
          <strong>{formatKsh(amount)}</strong>
          {texts.promptAfter}
        </p>
        <TextField
          label={texts.mPesaPhoneNumber}
          name="mpesaPhone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          readOnly={isSending}
          value={phone}
          error={phoneError}
          onChange={onChange}
        />
        {onByHand && !isSending && (
          <Button look="quiet" onClick={onByHand}>
            {texts.payByHand}
          </Button>
        )}
        <ModalActions>
          <Button look="secondary" {...(isSending ? { 'aria-disabled': true } : { onClick: onCancel })}>
            {texts.cancel}
          </Button>
          <Button type="submit" busy={isSending} disabled={!isSending && !canConfirm}>
            {texts.confirm}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
