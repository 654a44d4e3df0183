import type * as v from 'valibot';
import type { ParcelEventType, ParcelReport } from '../../../contract/admin.ts';
import { Refusal, refuseFields } from '../../refusal.ts';
import type { ParcelEvent, ParcelMoneyEvent } from '../settlement/order-events.rules.ts';
import { COLLECTION_CODE_DIGITS } from '../messages/parcel-messages.rules.ts';

export type ParcelRequest = v.InferOutput<typeof ParcelReport>;
type Field = Exclude<keyof ParcelRequest, 'id' | 'type'>;

const NONE = { needs: [], takes: [] } as const;
const REASON = { needs: ['reason'], takes: [] } as const;
/** The fields of each event. */
const PARCEL_FIELDS: Readonly<
  Record<ParcelEventType, { readonly needs: readonly Field[]; readonly takes: readonly Field[] }>
> = {
  'parcel.ready': NONE,
  'parcel.delivered': { needs: [], takes: ['code', 'identityCard', 'rider'] },
  'parcel.refused': REASON,
  'parcel.lost': REASON,
  'parcel.resent': { needs: [], takes: ['trackingNumber'] },
  'parcel.returned': NONE,
  'stock.inspected': { needs: ['line', 'sellable', 'damaged'], takes: [] },
  'parcel.corrected': NONE,
  'counter.handedOver': NONE,
  'code.resent': NONE,
  'code.unlocked': NONE,
  'refund.raised': REASON,
  'refund.waived': REASON,
  'cash.received': { needs: ['amount', 'from'], takes: [] },
  'cash.writtenOff': REASON,
};

/** Events for owners only (OWN-P2, PAY-F1). */
export const OWNERS_ONLY: readonly ParcelEventType[] = ['code.unlocked', 'refund.waived', 'cash.writtenOff'];

/** Throws `Refusal` `invalid` for a missing field and for one of another event. */
export function assertFields({ id: _id, type, ...given }: ParcelRequest): void {
  const { needs, takes } = PARCEL_FIELDS[type];
  const names = (Object.keys(given) as Field[]).filter((name) => given[name] !== undefined);
  refuseFields({
    ...Object.fromEntries(needs.filter((name) => !names.includes(name)).map((name) => [name, 'This is required.'])),
    ...Object.fromEntries(
      names.filter((name) => ![...needs, ...takes].includes(name)).map((name) => [name, `Not with ${type}`]),
    ),
  });
}

/** How the buyer of a pickup is checked. */
export type Proof = { readonly kind: 'code'; readonly code: string } | { readonly kind: 'identityCard' };

/** Returns the proof in the request. Throws `Refusal` `invalid` without a whole code or an identity card (OWN-P2). */
export function toProof({ code, identityCard }: ParcelRequest): Proof {
  if (identityCard !== undefined && code === undefined) return { kind: 'identityCard' };
  const digits = code?.replace(/\s/g, '') ?? '';
  if (identityCard !== undefined || !/^\d+$/.test(digits) || digits.length !== COLLECTION_CODE_DIGITS)
    throw new Refusal(
      'invalid',
      `Type the ${COLLECTION_CODE_DIGITS} digits of the collection code, or check an identity card.`,
      {
        fields: { code: 'Type the whole collection code, or check an identity card.' },
      },
    );
  return { kind: 'code', code: digits };
}

/** Converts a request that passed `assertFields` to an event. `proof` is for pickups. */
export function toOrderEvent(request: ParcelRequest, proof: Proof | null): ParcelEvent | ParcelMoneyEvent {
  const { type, reason = '', trackingNumber = '', rider = null, line = '', sellable = 0, damaged = 0 } = request;
  switch (type) {
    case 'parcel.refused':
    case 'parcel.lost':
    case 'refund.raised':
    case 'refund.waived':
    case 'cash.writtenOff':
      return { type, reason };
    case 'parcel.resent':
      return { type, trackingNumber: trackingNumber.trim() || null };
    case 'parcel.delivered':
      return { type, proof: proof?.kind ?? null, rider };
    case 'stock.inspected':
      return { type, line, sellable, damaged };
    case 'cash.received':
      return { type, amount: request.amount ?? 0, from: request.from ?? '' };
    default:
      return { type };
  }
}

/** Returns an event of the type, to ask whether it is possible. */
export function toSample(type: ParcelEventType): ParcelEvent | ParcelMoneyEvent {
  if (type === 'parcel.delivered') return { type, proof: 'code', rider: null };
  return toOrderEvent({ type } as ParcelRequest, null);
}

/** Returns what the audit log keeps of a request: never the collection code. */
export function toAudited({ id: _id, type: _type, code, ...rest }: ParcelRequest): object {
  return { ...rest, ...(code !== undefined && { checked: 'code' }) };
}
