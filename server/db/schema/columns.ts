import { timestamp } from 'drizzle-orm/pg-core';

/** A moment, from `deps.clock`. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
