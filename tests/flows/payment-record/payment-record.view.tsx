import type { paymentRecordMachine } from '../../../src/machines/payment/payment-record.machine.ts';
import { PaymentRecordView } from '../../../src/views/payment/payment-record.view.tsx';
import type { ViewOf } from 'model-testing/view/screen';

export const paymentRecordView: ViewOf<typeof paymentRecordMachine> = (snapshot, send) => (
  <PaymentRecordView snapshot={snapshot} send={send} />
);
