import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { toMpesaPhone } from '../../../contract/rules/mpesa-phone.ts';
import { purchaseMachine } from '../../../src/machines/checkout/purchase.machine.ts';
import { jane, phoneLine } from '../support/shop.samples.ts';
import { createCart } from '../../../src/rules/cart/cart.ts';
import { toDeliveryDetails, toHomeDeliveryDraft } from '../../../src/rules/checkout/checkout.ts';

/** Area codes of Kenya's landlines, in each notation. */
const LANDLINES = [
  '020 222 2222',
  '041 222 4444',
  '+254 51 221 1111',
  '254 20 222 2222',
  '00254 57 202 2222',
  '(020) 2222222',
];

describe('X19: the payment dialog accepts no landline', () => {
  test.each(LANDLINES)('X19: refuses %s and sends nothing', (phone) => {
    expect(toMpesaPhone(phone)).toBeNull();
    const details = toDeliveryDetails(jane);
    const actor = createActor(purchaseMachine, {
      input: {
        draft: toHomeDeliveryDraft(createCart([phoneLine(1)]), details, 'mpesa'),
        phone: '',
        userName: jane.name,
        amount: 1500,
        orderId: null,
        kept: null,
        byHand: false,
        stopped: null,
        saving: { kind: 'none' },
        details,
      },
    }).start();
    actor.send({ type: 'phone.change', phone });
    actor.send({ type: 'phone.confirm' });
    const { value, context } = actor.getSnapshot();
    expect(value).toBe('confirmingPhone');
    expect(context.phoneError).toMatch(/valid Kenyan phone number/);
    actor.stop();
  });
});
