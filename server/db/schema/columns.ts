import { timestamp } from 'drizzle-orm/pg-core';

/** A time from `deps.clock`. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
