import { describe, expect, test } from 'vitest';
import {
  messageMail,
  messageText,
  paidTwiceText,
  type MailFacts,
  type MessageSubject,
} from '../../../server/modules/messages/order-messages.texts.ts';

describe('U25: the texts', () => {
  const facts: MailFacts = {
    shortId: '1a2b3c4d',
    status: 'processing',
    money: 'paid',
    code: null,
    collectUntil: null,
    noRefundReason: null,
    totalPrice: 250_000,
    due: 200_000,
    isPaid: true,
    trackingNumber: 'KE-1234567890',
    pickupStation: 'Westlands Pickup Point',
    refund: 250_000,
    isLate: true,
    cancelReason: 'expired',
    paymentMethod: 'mpesa',
    receipt: 'SFF6XYZ123',
    back: {
      amount: 250_000,
      phone: '254712345678',
      receipt: 'RB12345678',
      isCash: false,
      note: 'x'.repeat(99),
      isRest: false,
    },
    name: 'Njeri',
    lines: [
      { name: 'Phone A', quantity: 2, price: 124_500 },
      { name: 'Cable B', quantity: 1, price: 1_000 },
    ],
    address: ['Amina', 'Moi Avenue 12', 'Nairobi'],
    link: 'https://duka.example/track-order/1',
  };
  const all: readonly MessageSubject[] = [
    'paid',
    'shipped',
    'delivered',
    'expired',
    'overpaid',
    'refund',
    'refundSent',
    'refundDone',
    'refundDropped',
  ];

  test.each(all)('%s: fits in one SMS in plain ASCII, with the shop name and the order number', (about) => {
    const text = messageText(about, facts);
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(text).toMatch(/^Duka: .*order 1A2B3C4D/);
  });

  test('PAY-C4: a payment of more than was due is not told as paid twice', () => {
    const rest = { ...facts, back: facts.back === null ? null : { ...facts.back, isRest: true }, refund: 500 };
    const text = 'Duka: order 1A2B3C4D was paid with more than was due. We send Ksh 500 back to you.';
    expect(messageText('overpaid', rest)).toContain(text);
    expect(messageText('overpaid', { ...rest, refund: 250_000 }).length).toBeLessThanOrEqual(160);
    const mail = messageMail('overpaid', rest);
    expect(mail.subject).toBe('Your order 1A2B3C4D was paid with more than was due');
    expect(JSON.stringify(mail)).not.toContain('twice');
  });

  test.each([
    [{ kind: 'paybill', number: '1234567' }, 'Pay Bill 1234567, account 1A2B3C4D.'],
    [{ kind: 'till', number: '7654321' }, 'Buy Goods and Services, till 7654321.'],
  ] as const)('PAY-C1: %o: one SMS has the numbers, and the most of one payment', (hand, to) => {
    const text = (due: number) => messageText('byHand', { ...facts, hand, due });
    expect(text(250_000)).toBe(`Duka: pay Ksh 250,000 for order 1A2B3C4D with Lipa na M-Pesa, ${to}`);
    expect(text(250_001)).toBe(
      `Duka: pay Ksh 250,001 for order 1A2B3C4D with Lipa na M-Pesa, ${to} At most Ksh 250,000 per payment.`,
    );
    expect(text(500_000).length).toBeLessThanOrEqual(160);
  });

  test('D8, D12: states the amount that is refunded', () => {
    expect(paidTwiceText(250_000)).toBe('You paid twice. Ksh 250,000 goes back to you.');
    expect(messageText('overpaid', facts)).toContain('was paid twice. We send Ksh 250,000 back to you.');
    expect(messageText('refund', { ...facts, isLate: false, status: 'cancelled' })).toContain(
      'It is cancelled. Ksh 250,000 goes back to you.',
    );
    expect(messageText('refund', { ...facts, isLate: false, status: 'shipped' })).toContain(
      'order 1A2B3C4D: Ksh 250,000 goes back to you.',
    );
  });

  test.each([
    ['expired', 'Your payment came after the order had expired. Ksh 250,000 goes back to you.'],
    ['shopper', 'Your payment came after the order had been cancelled. Ksh 250,000 goes back to you.'],
    ['staff', 'Your payment came after the order had been cancelled. Ksh 250,000 goes back to you.'],
    ['replaced', 'Your payment came after the order had been cancelled. Ksh 250,000 goes back to you.'],
  ] as const)('D27: late money of an order that ended by: %s', (cancelReason, words) => {
    expect(messageText('refund', { ...facts, cancelReason })).toContain(words);
  });

  test('X2, Q16: contains the receipt when it is known, and announces it when it is not', () => {
    expect(messageText('paid', facts)).toContain('for order 1A2B3C4D. M-Pesa receipt SFF6XYZ123. Thank you!');
    expect(messageText('paid', { ...facts, receipt: null })).toContain(
      'for order 1A2B3C4D. The M-Pesa receipt number follows. Thank you!',
    );
  });

  test('A35: contains the amount paid at the door, so that the text also serves as the receipt', () => {
    expect(messageText('delivered', { ...facts, paymentMethod: 'cod' })).toContain(
      'delivered and Ksh 250,000 was paid.',
    );
    expect(messageText('delivered', facts)).not.toContain('Ksh');
  });

  test('PAY-C5: names the pickup station and what is still due, and leaves out a missing tracking number', () => {
    expect(messageText('shipped', { ...facts, trackingNumber: null })).toBe(
      'Duka: order 1A2B3C4D is on its way to Westlands Pickup Point.',
    );
    expect(messageText('shipped', { ...facts, pickupStation: '', isPaid: false })).toMatch(
      /on its way to you\. Tracking number KE-1234567890\. Please have Ksh 200,000 ready\.$/,
    );
  });

  describe('the mail', () => {
    test.each(all)('%s: has the words of the SMS, the order lines and the link, in text and HTML', (about) => {
      const { subject, text, html } = messageMail(about, facts);
      expect(subject).toMatch(/^Your order 1A2B3C4D [a-z ,]+$/);
      const words = messageText(about, facts).replace(/^Duka: ./, '');
      for (const part of [words, '2 × Phone A', 'Ksh 249,000', 'Total, VAT included', 'Moi Avenue 12', facts.link]) {
        expect(text).toContain(part);
        expect(html).toContain(part);
      }
      expect(text).toContain('Hello Njeri,');
    });

    test('escapes typed text and keeps it out of the headers', () => {
      const typed = '<img src=x onerror="a()">\r\nBcc: x@y.z & \'co\'';
      const { subject, html } = messageMail('paid', {
        ...facts,
        name: typed,
        lines: [{ name: typed, quantity: 1, price: 1 }],
        address: [typed],
      });
      expect(subject).toBe('Your order 1A2B3C4D is paid');
      expect(html).not.toContain('<img');
      expect(html.split('&lt;img src=x onerror="a()"&gt;')).toHaveLength(4);
      expect(html).toContain("&amp; 'co'");
    });
  });
});
