import type { paymentRecordMachine } from '../../machines/payment/payment-record.machine.ts';
import { Notice } from '../parts/notice.tsx';
import type { ViewProps } from '../view.ts';

/** That the browser keeps an order under way no longer than the page (H10); nothing where it does. */
export function PaymentRecordView({ snapshot }: ViewProps<typeof paymentRecordMachine>) {
  if (!snapshot.matches({ keeping: 'memoryOnly' })) return null;
  return (
    <Notice tone="warn">Your browser does not let us save this payment. Keep this page open until it is done.</Notice>
  );
}
