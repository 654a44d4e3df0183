import { timingSafeEqual } from 'node:crypto';
import { PARCEL_EVENTS } from '../../../contract/admin.ts';
import type { OrderId } from '../../../contract/fields.ts';
import { toNairobiDay } from '../../../contract/rules/nairobi.ts';
import * as commonTexts from '../../common.texts.ts';
import type { Services } from '../../services.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { assertRole, type CurrentStaff } from '../../people.ts';
import { Refusal, refuseFields } from '../../refusal.ts';
import { hashCollectionCode } from '../messages/parcel-messages.rules.ts';
import { toOrderView } from '../orders/order-view.rules.ts';
import { assertExists } from '../orders/own-order.rules.ts';
import { toDelivery } from '../settlement/parcel-state.rules.ts';
import { findCode, setWrongCodes } from '../settlement/parcels.repository.ts';
import { countMissingSerials } from '../settlement/serials.repository.ts';
import { numbersMissing } from '../settlement/settlement.texts.ts';
import { countUnproven } from '../settlement/received-money.repository.ts';
import { setProposer } from '../settlement/refunds.repository.ts';
import { findOrder, lockOrder, type StoredOrder } from '../settlement/stored-orders.repository.ts';
import { toAuditedOrder } from '../staff/staff-orders.rules.ts';
import { alreadyRecorded, getRefusalReason } from '../settlement/parcel-reasons.rules.ts';
import {
  assertFields,
  OWNERS_ONLY,
  toAudited,
  toOrderEvent,
  toProof,
  toSample,
  type ParcelRequest,
  type Proof,
} from './parcel-request.rules.ts';

/** Wrong codes of a parcel and day, after which the code is locked (OWN-P2). */
export const WRONG_CODES = 5;

type Checked = { readonly isRight: true } | { readonly isRight: false; readonly left: number };

/** Reports of the staff about parcels (OWN-P1 to OWN-P4). */
export function createParcelReportsService(
  { env, db, clock, jobs }: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs'>,
  services: Pick<Services, 'orderChange' | 'alarms' | 'audit'>,
) {
  const { changeOrder, decide } = services.orderChange;
  const { raiseAlarm } = services.alarms;
  const { recordChange } = services.audit;

  /**
   * Applies a report of the staff. The same report again changes nothing. Throws `Refusal` `conflict` with the reason
   * when it is not possible now and for a wrong collection code, `invalid` for fields that do not fit, `forbidden` for
   * an event of owners, and `not-found`.
   */
  async function report(staff: CurrentStaff, request: ParcelRequest) {
    assertFields(request);
    if (OWNERS_ONLY.includes(request.type)) assertRole(staff, ['owner']);
    const { rider } = request;
    refuseFields({ rider: rider === undefined || env.orders.riders.includes(rider) ? null : NO_RIDER });
    const done = await db.tx((tx) => reportWithin(tx, staff, request));
    jobs.wake();
    // Wrong codes are counted, so the refusal follows the commit.
    if (typeof done === 'number') throw new Refusal('conflict', toWrongCodeText(done));
    return toOrderView(done);
  }

  /** Returns the order, or the number of tries that a wrong code leaves. */
  async function reportWithin(tx: Sql, staff: CurrentStaff, request: ParcelRequest): Promise<StoredOrder | number> {
    const { id, type } = request;
    await lockOrder(tx, id);
    const read = async () => assertExists(await findOrder(tx, id));
    const before = await read();
    const now = clock.now();
    const proof = type === 'parcel.delivered' && isCheckedByProof(before) ? toProof(request) : null;
    const event = toOrderEvent(request, proof);
    const entry = { staff, action: type, subject: `order ${id}` };
    const { outcome } = await decide(tx, before, event, now);
    if (outcome === 'unchanged') return before;
    const isUnproven = (await countUnproven(tx, id)) > 0;
    const missing = type === 'counter.handedOver' ? await countMissingSerials(tx, id) : 0;
    if (outcome === 'refused' && missing > 0 && !isUnproven) throw new Refusal('conflict', numbersMissing(missing));
    if (outcome !== 'changed') throw refuse(before, request, isUnproven);
    if (proof !== null) {
      const checked = await checkCode(tx, id, proof, now);
      if (!checked.isRight) {
        await recordChange(tx, { ...entry, action: 'code.wrong', after: { left: checked.left } }, now);
        return checked.left;
      }
    }
    if (type === 'code.unlocked' && ((await findCode(tx, id, toNairobiDay(now.getTime())))?.wrong ?? 0) === 0)
      return before;
    const by = { staffId: staff.id, actor: staff.email };
    if ((await changeOrder(tx, read, event, now, { by })) !== 'changed') throw refuse(before, request, isUnproven);
    await setProposer(tx, id, staff.id, now);
    const after = await read();
    const audited = {
      before: toAuditedOrder(before.order),
      after: { ...toAuditedOrder(after.order), ...toAudited(request) },
    };
    await recordChange(tx, { ...entry, ...audited }, now);
    return after;
  }

  /**
   * Compares a collection code and counts a wrong one. Under the order's lock, so that no sixth code of a day is compared
   * (OWN-P2). Throws `Refusal` `conflict` for a locked code.
   */
  async function checkCode(tx: Sql, id: OrderId, proof: Proof, now: Date): Promise<Checked> {
    if (proof.kind === 'identityCard') return { isRight: true };
    const day = toNairobiDay(now.getTime());
    const found = await findCode(tx, id, day);
    if (found === null) throw new Refusal('conflict', 'There is no collection code now. Check an identity card.');
    if (found.wrong >= WRONG_CODES) throw new Refusal('conflict', CODE_LOCKED);
    const [typed, kept] = [hashCollectionCode(id, proof.code), found.codeHash].map((hash) => Buffer.from(hash));
    if (typed !== undefined && kept?.length === typed.length && timingSafeEqual(typed, kept)) return { isRight: true };
    const wrong = found.wrong + 1;
    await setWrongCodes(tx, id, day, wrong);
    if (wrong === WRONG_CODES) await raiseAlarm(tx, { kind: 'parcel.codeLocked', orderId: id, attemptId: null }, now);
    return { isRight: false, left: WRONG_CODES - wrong };
  }

  /** Returns which events are possible now, and why the others are not. */
  async function list(staff: CurrentStaff, id: OrderId) {
    return db.tx(async (tx) => {
      const stored = assertExists(await findOrder(tx, id));
      const now = clock.now();
      const events = [];
      for (const type of PARCEL_EVENTS) {
        const { outcome } = await decide(tx, stored, toSample(type), now);
        const isUnproven = outcome === 'refused' && (await countUnproven(tx, id)) > 0;
        const isAllowed = staff.role === 'owner' || !OWNERS_ONLY.includes(type);
        const why =
          outcome === 'unchanged'
            ? alreadyRecorded
            : outcome !== 'changed'
              ? getRefusalReason(type, stored.order, isUnproven)
              : isAllowed
                ? null
                : commonTexts.roleForbids;
        events.push({ type, legal: why === null, why });
      }
      return events;
    });
  }

  return { report, list };
}

/** A pickup that was handed over needs no proof for the same report again. */
function isCheckedByProof({ order }: StoredOrder): boolean {
  return toDelivery(order) === 'pickup' && ['ready', 'refused', 'uncollected'].includes(order.parcel);
}

function refuse({ order }: StoredOrder, { type }: ParcelRequest, isUnproven: boolean): Refusal {
  return new Refusal('conflict', getRefusalReason(type, order, isUnproven), { data: { orderStatus: order.status } });
}

const NO_RIDER = 'This is not a rider';
const CODE_LOCKED = 'The code is locked until tomorrow. An owner can unlock it, or check an identity card.';

function toWrongCodeText(left: number): string {
  if (left === 0)
    return 'This code is wrong. It is locked until tomorrow. An owner can unlock it, or check an identity card.';
  return `This code is wrong. ${left} ${left === 1 ? 'try is' : 'tries are'} left today.`;
}
