import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { payByHandMachines } from '../../compose/payment/by-hand.ts';
import type { ByHandOutput } from '../../machines/payment/by-hand.setup.ts';
import { ByHandDialog } from '../../views/payment/by-hand.view.tsx';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';
import { useShownPayment } from './shown-payment.ts';

const ByHand = connect(ByHandDialog);

interface PayByHandProps {
  readonly orderId: string;
  readonly onEnd: (outcome: ByHandOutput['outcome']) => void;
}

/** The dialog of a payment by hand over the page of an order, whose code comes with it. */
export default function PayByHand({ orderId, onEnd }: PayByHandProps) {
  const actor = useRootActor(useMachines(payByHandMachines).byHand, { input: { orderId } });
  useShownPayment('checkout', true);
  const outcome = useSelector(actor, ({ output }) => output?.outcome ?? null);
  useEffect(() => (outcome === null ? undefined : onEnd(outcome)), [outcome, onEnd]);
  return <ByHand actor={actor} />;
}
