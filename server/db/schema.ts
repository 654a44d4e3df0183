/**
 * The tables as the migrations leave them, a file each; tests/server/core/schema.test.ts compares the two.
 * Money is whole shillings, times are timestamptz from `deps.clock`, ids are UUIDv4 made by us.
 */
export * from './schema/catalogue.ts';
export * from './schema/catalogue-changes.ts';
export * from './schema/accounts.ts';
export * from './schema/orders.ts';
export * from './schema/payments.ts';
export * from './schema/pickup.ts';
export * from './schema/jobs.ts';
export * from './schema/reviews.ts';
export * from './schema/fillings.ts';
export * from './schema/staff.ts';
export * from './schema/limits.ts';
export * from './schema/retired.ts';
export * from './schema/watch.ts';
