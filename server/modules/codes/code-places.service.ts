import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { LIMITS, PLACES_LEFT, SHARE_OF_STRANGERS } from '../../limits/limits.ts';
import { multiplied } from '../../limits/multiplied.rules.ts';
import { toTooManyRequests } from '../../limits/too-many-requests.ts';
import { findTurns, holderNumber, putTurns } from '../../limits/turns.ts';
import { secretHash } from '../../secrets.ts';
import type { Caller } from '../../people.ts';
import { toWaitRefusal } from './codes.rules.ts';
import * as challenges from './otp.repository.ts';

const HOUR = 3_600_000;

/**
 * Result of a reservation: reserved, the wait until a code is available, or `unasked` when no flow waits for a code on
 * this phone.
 */
export type Reservation = 'reserved' | 'unasked' | { readonly waitMs: number };

/** Enforces the hourly SMS code limits of the phone and the shop, for every call that sends a code (D3, D23, D24). */
export function createCodePlacesService(
  deps: Pick<Deps, 'env' | 'db' | 'clock'>,
  services: Pick<Services, 'callers' | 'alarms' | 'limits'>,
) {
  const { limits } = services;
  const { env, db, clock } = deps;
  const { accountsOf } = services.callers;
  const { raiseAlarm } = services.alarms;

  /**
   * Stores the challenge when the limits of the phone and the shop allow another code. Serialises requests for one
   * phone. Throws `Refusal` `too-often` within a minute after a code (D3).
   */
  async function reserve(idHash: string, phone: string, asker: Caller): Promise<Reservation> {
    const flowHash = asker.flow === null ? null : secretHash(asker.flow);
    const accounts = await accountsOf(asker);
    const now = clock.now();
    return db.tx(async (tx) => {
      const { asked, sent } = await lockCodes(tx, phone, now);
      const door = await challenges.findPurpose(tx, phone, flowHash, now);
      const isOwnFlow = door?.isOwn === true;
      // Requests by strangers do not delay a browser with its own flow (D24).
      const soonMs = getWaitMs(isOwnFlow ? asked.filter((code) => code.flowHash === flowHash) : asked, now);
      if (soonMs > 0) throw toTooManyRequests(soonMs / 1_000);
      const isOwner = accounts.some((account) => account.phone === phone);
      const standing = isOwner ? 'account' : isOwnFlow ? 'flow' : 'stranger';
      const place = await findPlace(tx, { phone, standing, holder: toHolder(asker), sent, now });
      if (place.waitMs > 0) return place;
      if (door !== null) {
        const account = accounts[0]?.id ?? null;
        const isKept = (isOwner || isOwnFlow) && (await limits.hadFewCodes(tx, asker.ip, account));
        const { used, waitMs } = await limits.countShopCode(tx, isKept);
        await raiseAlarmIfSpent(tx, used, isKept);
        if (waitMs > 0) return { waitMs };
        await place.use();
      }
      await challenges.insertChallenge(tx, {
        idHash,
        phone,
        flowHash,
        sentAt: now,
        expiresAt: new Date(now.getTime() + env.otp.lifeMs),
        providerPinId: door === null ? challenges.NOT_SENT : '',
      });
      return door === null ? 'unasked' : 'reserved';
    });
  }

  /**
   * Reserves a code for a login under the limit for strangers, because password guesses can trigger it (D26). Returns
   * false when the limit is reached.
   */
  async function reserveForLogin(idHash: string, phone: string): Promise<boolean> {
    const now = clock.now();
    return db.tx(async (tx) => {
      const { asked, sent } = await lockCodes(tx, phone, now);
      const place = await findPlace(tx, { phone, standing: 'stranger', holder: null, sent, now });
      if (place.waitMs > 0 || getWaitMs(asked, now) > 0) return false;
      const { used, waitMs } = await limits.countShopCode(tx, false);
      await raiseAlarmIfSpent(tx, used, false);
      if (waitMs > 0) return false;
      const expiresAt = new Date(now.getTime() + env.otp.lifeMs);
      const challenge = { idHash, phone, flowHash: null, sentAt: now, expiresAt, providerPinId: challenges.OF_LOGIN };
      await challenges.insertChallenge(tx, challenge);
      return true;
    });
  }

  /** Locks the phone's codes, and returns those of the last hour. */
  async function lockCodes(tx: Sql, phone: string, now: Date) {
    await challenges.lockPhone(tx, phone, new Date(now.getTime() + HOUR));
    const asked = await challenges.findCodesSince(tx, phone, new Date(now.getTime() - HOUR));
    return { asked, sent: asked.filter(({ providerPinId }) => providerPinId !== challenges.NOT_SENT) };
  }

  /**
   * Returns the wait until the next code: one code a minute, regardless of the rate limit factor (D3). A code that may
   * not have been sent does not block (Q3). Milliseconds.
   */
  function getWaitMs(asked: readonly challenges.RequestedCode[], now: Date): number {
    const last = asked.find(({ sentAt, expiresAt }) => expiresAt > sentAt);
    return last === undefined ? 0 : last.sentAt.getTime() + env.otp.resendMs - now.getTime();
  }

  /**
   * Finds a free place in the phone's hourly limit. A browser with its own flow is promised the next place when none is
   * free. There are never more promises than places (D24).
   */
  async function findPlace(
    tx: Sql,
    { phone, standing, holder, sent, now }: PlaceRequest,
  ): Promise<{ readonly waitMs: number; readonly use: () => Promise<void> }> {
    const places = Math.max(1, multiplied(LIMITS.codesOfPhone.most, env.rateLimitFactor) - PLACES_LEFT[standing]);
    const sentAt = sent.map((code) => code.sentAt.getTime());
    const keep = () => Promise.resolve();
    const getWaitAfter = (ahead: number) => toWaitRefusal(sentAt, places, ahead, now.getTime());
    if (standing === 'account') return { waitMs: getWaitAfter(0), use: keep };
    const key = `codesOfPhone ${phone}`;
    const turns = await findTurns(tx, key, now);
    const own = turns.find((turn) => turn.holder === holder);
    if (own !== undefined) {
      const use = () =>
        putTurns(
          tx,
          key,
          turns.filter((turn) => turn !== own),
        );
      return { waitMs: Math.max(own.due - now.getTime(), getWaitAfter(0)), use };
    }
    const waitMs = getWaitAfter(turns.length);
    if (waitMs > 0 && standing === 'flow' && holder !== null && turns.length < places)
      await putTurns(tx, key, [...turns, { holder, due: now.getTime() + waitMs }]);
    return { waitMs, use: keep };
  }

  /** Raises an alarm when an hourly limit is half used or used up, once an hour (D23). */
  async function raiseAlarmIfSpent(tx: Sql, used: number, isKept: boolean): Promise<void> {
    const most = LIMITS.codesOfShop.most * env.rateLimitFactor;
    const kind = used === 0 ? 'codesSpent' : used >= most / 2 ? 'codesHalfSpent' : null;
    if (kind === null) return;
    const detail = { most: Math.floor(isKept ? most : most * SHARE_OF_STRANGERS) };
    await raiseAlarm(tx, { kind, orderId: null, attemptId: null, detail }, clock.now());
  }

  return { reserve, reserveForLogin };
}

interface PlaceRequest {
  readonly phone: string;
  /** Relation of the browser to the phone. */
  readonly standing: keyof typeof PLACES_LEFT;
  /** Number of the browser. `null` without a cookie. */
  readonly holder: number | null;
  /** Newest first. */
  readonly sent: readonly challenges.RequestedCode[];
  readonly now: Date;
}

function toHolder({ browser, flow }: Caller): number | null {
  const cookie = browser ?? flow;
  return cookie === null ? null : holderNumber(cookie);
}
