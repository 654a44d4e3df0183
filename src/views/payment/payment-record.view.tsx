import type { paymentRecordMachine } from '../../machines/payment/payment-record.machine.ts';
import { Notice } from '../parts/notice.tsx';
import type { ViewProps } from '../view.ts';
import * as texts from '../../texts/payment.ts';

/** Warns that the browser keeps an order under way only until the page closes (H10); renders nothing otherwise. */
export function PaymentRecordView({ snapshot }: ViewProps<typeof paymentRecordMachine>) {
  if (!snapshot.matches({ keeping: 'memoryOnly' })) return null;
  return <Notice tone="warn">{texts.paymentNotSaved}</Notice>;
}
