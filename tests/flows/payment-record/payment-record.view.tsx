import type { paymentRecordMachine } from '../../../src/machines/payment/payment-record.machine.ts';
import { PaymentRecordView } from '../../../src/views/payment/payment-record.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const paymentRecordView: MachineView<typeof paymentRecordMachine> = (snapshot, send) => (
  <PaymentRecordView snapshot={snapshot} send={send} />
);
