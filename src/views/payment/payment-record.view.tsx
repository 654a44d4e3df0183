import type { paymentRecordMachine } from '../../machines/payment/payment-record.machine.ts';
import { Notice } from '../parts/notice.tsx';
import type { ViewProps } from '../view.ts';
import * as texts from '../../texts/payment.ts';

/** That the browser keeps an order under way no longer than the page (H10); nothing where it does. */
export function PaymentRecordView({ snapshot }: ViewProps<typeof paymentRecordMachine>) {
  if (!snapshot.matches({ keeping: 'memoryOnly' })) return null;
  return <Notice tone="warn">{texts.paymentNotSaved}</Notice>;
}
