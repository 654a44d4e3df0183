import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FaultDetail, FaultSubject } from '../../machines/circuit.types.ts';
import { at } from './columns.ts';

/** Circuits of providers, shared by all processes (PAY-M2, PAY-M3). See `circuit.machine.ts`. */
export const circuits = pgTable('circuits', {
  provider: text('provider').primaryKey(),
  state: text('state').$type<'closed' | 'open' | 'probing' | 'backingOff'>().notNull(),
  subject: text('subject').$type<FaultSubject>(),
  detail: jsonb('detail').$type<FaultDetail>(),
  openedAt: at('opened_at'),
  /** Times of the latest network faults in epoch milliseconds, oldest first. */
  faults: jsonb('faults').$type<readonly number[]>().notNull(),
  /** Network faults since the last answer. */
  unanswered: integer('unanswered').notNull(),
  pauseUntil: at('pause_until'),
  pauseMs: integer('pause_ms').notNull(),
  probeAt: at('probe_at'),
  probeId: uuid('probe_id'),
  probeCall: text('probe_call').$type<'token' | 'query' | 'push'>(),
  probeUntil: at('probe_until'),
  alarmAt: at('alarm_at'),
  /** The last alarm, on which further faults are counted. */
  alarmId: uuid('alarm_id'),
  /** Pushes that were refused since it opened. */
  refused: integer('refused').notNull().default(0),
  /** Fingerprint of the settings of the process that changed it last. */
  settings: text('settings').notNull(),
  /** Guards updates. */
  version: integer('version').notNull(),
});
