import { createHash, randomUUID } from 'node:crypto';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { CircuitEvent } from '../../machines/circuit.types.ts';
import { countAlarm } from './alarms.repository.ts';
import { applyEvent, getQueryTime, toColumns, toHealth, toSnapshot, toView } from './circuit-state.rules.ts';
import type { CircuitEffect, CircuitHealth, CircuitStep, CircuitView, Snapshot } from './circuit-state.rules.ts';
import { toFaultAlarm, type Heard } from './circuit.rules.ts';
import {
  countRefused,
  findCircuit,
  findNewestPrompt,
  resetRefused,
  saveCircuit,
  setAlarm,
} from './circuit.repository.ts';
import type { CircuitRow } from './circuit.repository.ts';
import type { AttemptRow } from './attempts.repository.ts';

const PROVIDER = 'mpesa';
const TRIES = 20;

/** A call that tries whether prompts work again: a token, or a query of this attempt. */
export type ClaimedProbe =
  | { readonly id: string; readonly call: 'token' }
  | { readonly id: string; readonly call: 'query'; readonly attempt: AttemptRow };

/** The circuit of M-Pesa for all processes (PAY-M2), and the pauses that it asks for (PAY-M3). */
export function createCircuitService(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'log'>,
  { alarms }: Pick<Services, 'alarms'>,
) {
  const { env, db, clock, log } = deps;
  const { raiseAlarm } = alarms;
  const { isSimulated: _, ...own } = env.mpesa;
  /** Fingerprint of the settings of M-Pesa. */
  const settings = createHash('sha256').update(JSON.stringify(own)).digest('hex').slice(0, 16);

  /** Returns the circuit now. */
  async function look(handle: Sql = db.sql): Promise<CircuitView> {
    const row = await findCircuit(handle, PROVIDER);
    const now = clock.now().getTime();
    return toView(applyEvent(toSnapshot(row), now, null).snapshot, row?.refused ?? 0, now);
  }

  /** Returns the circuit for `/api/ready` and the back office. */
  async function getHealth(): Promise<CircuitHealth> {
    return toHealth(await look());
  }

  /**
   * Applies an answer in the caller's transaction. `probe` is the id of the probe whose answer it is, or the id of the
   * attempt. Takes the circuit's row last, so that the caller may hold other locks.
   */
  async function hear(tx: Sql, heard: Heard, probe: string | null, now: Date): Promise<void> {
    await change(tx, { ...heard, probe, now: now.getTime() } as CircuitEvent, now);
  }

  /**
   * Returns `null` when a push may be sent, otherwise why it may not. While only a prompt can show whether prompts work,
   * one shopper a minute may send one: `attemptId` is then the probe.
   */
  async function admitPush(tx: Sql, attemptId: string, now: Date): Promise<CircuitView | null> {
    const view = await look(tx);
    if (view.prompt === 'open') return null;
    const hasPrompt = (await findNewestPrompt(tx)) !== null;
    const event = { type: 'push.asked', attempt: attemptId, hasPrompt, now: now.getTime() } as const;
    const { isAccepted } = await change(tx, event, now);
    return isAccepted ? null : view;
  }

  /** Returns why a recorded push may no longer be sent. `null` when it may. */
  async function recheckPush(tx: Sql, attemptId: string): Promise<CircuitView | null> {
    const row = await findCircuit(tx, PROVIDER);
    if (row === null || row.probeId === attemptId) return null;
    const view = await look(tx);
    return view.prompt === 'open' ? null : view;
  }

  /** Counts a push that was refused without a call. */
  async function noteRefused(): Promise<void> {
    await countRefused(db.sql, PROVIDER);
  }

  /** Returns from when on queries may be sent. `null`: now. */
  async function findQueryTime(tx: Sql, now: Date): Promise<Date | null> {
    const row = await findCircuit(tx, PROVIDER);
    return getQueryTime(applyEvent(toSnapshot(row), now.getTime(), null).snapshot, now.getTime());
  }

  /** Takes the lease of the next probe. `null` when none is due, or when only a prompt of a shopper can be one. */
  async function claimProbe(): Promise<ClaimedProbe | null> {
    if ((await look()).prompt !== 'closed') return null;
    return db.tx(async (tx) => {
      const now = clock.now();
      const attempt = await findNewestPrompt(tx);
      const event = { type: 'probe.due', id: randomUUID(), hasPrompt: attempt !== null, now: now.getTime() } as const;
      const { isAccepted, snapshot } = await change(tx, event, now);
      const { probe } = snapshot.context;
      if (!isAccepted || probe === null) return null;
      return probe.call === 'query' && attempt !== null
        ? { id: probe.id, call: 'query', attempt }
        : { id: probe.id, call: 'token' };
    });
  }

  /** Makes a probe due when the shop is started with other settings than those that M-Pesa refused. */
  async function noteSettings(): Promise<void> {
    await db.tx(async (tx) => {
      const row = await findCircuit(tx, PROVIDER);
      if (row === null || row.settings === settings) return;
      const now = clock.now();
      await change(tx, { type: 'settings.changed', now: now.getTime() }, now);
    });
  }

  /** Lets the machine decide, and stores the result with a guarded update. Decides again after a change by others. */
  async function change(tx: Sql, event: CircuitEvent, now: Date): Promise<CircuitStep> {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const row = await findCircuit(tx, PROVIDER);
      const before = toSnapshot(row);
      const step = applyEvent(before, now.getTime(), event);
      if (!step.isChanged) return step;
      const known = row ?? { provider: PROVIDER, version: 0 };
      if (!(await saveCircuit(tx, known, { ...toColumns(step.snapshot), settings }))) continue;
      for (const effect of step.effects) await carryOut(tx, { effect, event, row, before }, now);
      return step;
    }
    throw new Error('circuit: changed by others at every try');
  }

  async function carryOut(tx: Sql, { effect, event, row, before }: Change, now: Date): Promise<void> {
    switch (effect.type) {
      case 'alertBackOffice':
        if (!('detail' in event)) return;
        if (effect.params.isNew) {
          await setAlarm(tx, PROVIDER, await raiseAlarm(tx, toFaultAlarm(event.type, event.detail), now));
        } else if (row !== null && row.alarmId !== null) await countAlarm(tx, row.alarmId, event.detail, now);
        break;
      case 'logClosed': {
        const { openedAt } = before.context;
        const openMs = openedAt === null ? 0 : now.getTime() - openedAt;
        log.info({ openMs, refused: row?.refused ?? 0 }, 'M-Pesa prompts work again');
        await resetRefused(tx, PROVIDER);
        break;
      }
    }
  }

  return { look, getHealth, hear, admitPush, recheckPush, noteRefused, findQueryTime, claimProbe, noteSettings };
}

interface Change {
  readonly effect: CircuitEffect;
  readonly event: CircuitEvent;
  readonly row: CircuitRow | null;
  readonly before: Snapshot;
}
