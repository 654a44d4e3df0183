import { describe, expect, test } from 'vitest';
import {
  messageText,
  type MessageSubject,
  type MessageFacts,
} from '../../../server/modules/messages/message-texts.rules.ts';

describe('U25: the texts', () => {
  const facts: MessageFacts = {
    shortId: '1a2b3c4d',
    totalPrice: 250_000,
    isPaid: true,
    trackingNumber: 'KE-1234567890',
    pickupStation: 'Westlands Pickup Point',
    refund: 250_000,
  };
  const all: readonly MessageSubject[] = ['paid', 'shipped', 'delivered', 'expired', 'overpaid', 'refund'];

  test.each(all)('%s: one SMS in the plain alphabet, with the shop and the order', (about) => {
    const text = messageText(about, facts);
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(text).toMatch(/^Duka: .*order 1A2B3C4D/);
  });

  test('D8, D12: money that goes back is named', () => {
    expect(messageText('overpaid', facts)).toContain('was paid twice. We send Ksh 250,000 back to you.');
    expect(messageText('refund', facts)).toContain('We send the money back to you.');
  });

  test('a parcel to a station says where, one without a number says none', () => {
    expect(messageText('shipped', { ...facts, trackingNumber: null })).toBe(
      'Duka: order 1A2B3C4D is on its way to Westlands Pickup Point.',
    );
    expect(messageText('shipped', { ...facts, pickupStation: '', isPaid: false })).toMatch(
      /on its way to you\. Tracking number KE-1234567890\. Please have Ksh 250,000 ready\.$/,
    );
  });
});
