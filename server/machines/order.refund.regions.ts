/** The fate of money that arrived, in part or as a whole, when the parcel is lost or comes back (OWN-P1). */

export const raised = {
  description: 'The parcel was refused, not collected or came back, and staff refund before the inspection (OWN-P1).',
  guard: 'isComingBack',
  target: 'refundDue',
  actions: [{ type: 'setWaived', params: { isWaived: false } }, 'queueRefund'],
} as const;

export const lost = {
  description: 'A shipped parcel is lost, so the money goes back immediately (OWN-P1).',
  guard: 'isShipped',
  target: 'refundDue',
  actions: 'queueRefund',
} as const;

export const inspected = { target: 'refundDue', actions: 'queueRefund' } as const;

export const waivedByOwner = {
  description: 'The parcel came back, and an owner decides against the refund (OWN-P1).',
  guard: 'isBack',
  target: 'kept',
  actions: [
    { type: 'setWaived', params: { isWaived: true } },
    { type: 'queueMessage', params: { about: 'noRefund' } },
  ],
} as const;
