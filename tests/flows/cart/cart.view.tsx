import type { cartMachine } from '../../../src/machines/cart/cart.machine.ts';
import { CartView } from '../../../src/views/cart/cart.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const cartView: MachineView<typeof cartMachine> = (snapshot, send) => (
  <CartView snapshot={snapshot} send={send} proceed={<a href="/checkout">Proceed</a>} />
);
