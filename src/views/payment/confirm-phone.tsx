import { ksh } from '../../../contract/rules/money.ts';
import { Button } from '../parts/button.tsx';
import { Form } from '../parts/form.tsx';
import { Modal, ModalActions } from '../parts/modal.tsx';
import { TextField } from '../parts/text-field.tsx';

interface ConfirmPhoneProps {
  readonly phone: string;
  readonly phoneError: string | null;
  /** Whole shillings. */
  readonly amount: number;
  readonly canConfirm: boolean;
  /** The prompt is on its way: nobody can go back any more. */
  readonly isSending?: boolean;
  readonly onChange: (phone: string) => void;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks which phone gets the prompt of an M-Pesa payment (§2 Checkout). */
export function ConfirmPhone(props: ConfirmPhoneProps) {
  const { phone, phoneError, amount, canConfirm, isSending = false, onChange, onConfirm, onCancel } = props;
  return (
    <Modal title="Confirm Phone Number" {...(!isSending && { onDismiss: onCancel })}>
      <Form label="Confirm Phone Number" onSubmit={onConfirm}>
        <p>
          A prompt to pay <strong>{ksh(amount)}</strong> goes to this phone. You enter your M-Pesa PIN there.
        </p>
        <TextField
          label="M-Pesa phone number"
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
        <ModalActions>
          <Button look="secondary" {...(isSending ? { 'aria-disabled': true } : { onClick: onCancel })}>
            Cancel
          </Button>
          <Button type="submit" busy={isSending} disabled={!isSending && !canConfirm}>
            Confirm
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
