const ONE_ROW = 'the statement always returns one row';
const TRIMMED = 'the contract has trimmed it';

/** Mutants of the server that no caller can notice, by printed name without the line, each with the reason. */
export const SERVER: Readonly<Record<string, string>> = {
  "server/db/errors.ts: one side: 'code' in at && typeof at.code === 'string' -> its right":
    'a code that is not there is no text',
  'server/backup/folder.ts: boolean: true -> false (3)':
    'what is below the folder was removed, and what is above it is there',
  "server/backup/load.ts: one side: lines.pop() ?? '' -> its left": 'a text that is split has a part',
  'server/backup/pictures.ts: arithmetic: mtimeMs / 1000 -> *': 'nobody asks when a picture was read',
  'server/backup/restore.ts: await dropped: await unlock()': 'the socket of the lock closes at once',
  'server/db/fill.ts: clause dropped: where: inArray(filled.name, names)':
    'only names of fillings are looked for in it',
  'server/db/pglite.ts: number: 0 + 1 (2)': 'a difference of two counts is looked at',
  'server/db/migrate.ts: boolean: true -> false': 'no time of a step is read, and a text that is written has its zone',
  'server/db/migrate.ts: boolean: true -> false (2)':
    'no time of a step is read, and a text that is written has its zone',
  "server/http/ops.ts: one side: request.socket.remoteAddress ?? '' -> its left":
    "the text 'undefined' is no address of this machine",
  'server/providers/daraja-token.ts: number: 0 + 1 (2)': 'an empty token is never a good one, whenever it ends',
  'server/modules/catalogue/change.rules.ts: one side: stored.flashPrice ?? 0 -> its left':
    'null is as little as 0, and no price is below 1',
  'server/db/postgres.ts: one side: error instanceof TransactionTooLong || isTimeout(error) |… -> its left (2)':
    'a connection that is gone refuses the rollback, too',
  'server/app.ts: await dropped: await setImmediate() (2)':
    'one turn more for a busy machine, which no test can keep busy',
  "server/app.ts: one side: typeof query === 'object' && query !== null -> its left": 'a request has an object for it',
  "server/app.ts: one side: typeof query === 'object' && query !== null && 'search' i… -> its right (2)":
    'a request has an object for it',
  'server/limits/turns.ts: clause dropped: and: gt(limitUses.expiresAt, now)':
    'what is over is left out afterwards, too',
  'server/limits/turns.ts: one side: row.holders[at] ?? 0 -> its left': 'both lists are written together',
  'server/modules/addresses/addresses.repository.ts: one side: row?.total ?? 0 -> its left': ONE_ROW,
  'server/modules/addresses/addresses.repository.ts: clause dropped: and: eq(addresses.isDefault, true)':
    'an address without the mark stays without it',
  'server/modules/addresses/addresses.repository.ts: limit: 2 + 1': 'a third row says no more than the second',
  'server/modules/addresses/addresses.repository.ts: limit: 2 dropped': 'a third row says no more than the second',
  'server/modules/codes/code-places.service.ts: parameters swapped: 1 <-> 2 of multiplied(LIMITS.codesOfPhone.most, env.rateLimitFactor)':
    'the product of two is the same either way',
  'server/modules/profile/profile.service.ts: one side: phone !== null && (await findByPhone(db.sql, phone)) !== … -> its right':
    'no row equals null',
  'server/modules/cart/cart.service.ts: method: product.toLowerCase() -> toUpperCase':
    'the database compares ids of either case',
  'server/modules/orders/create-order.service.ts: method: product.toLowerCase() -> toUpperCase':
    'the database compares ids of either case and gives them in its own',
  'server/modules/orders/expiry.worker.ts: one side: expiresAt !== null && expiresAt > now -> its right':
    'null is after no moment',
  'server/modules/payments/callback.service.ts: one side: timingSafeEqual(wanted, given) && found !== null -> its left':
    'no secret has the hash of 64 zeros, which stands for an attempt that is not there',
  "server/modules/settlement/attempt-change.service.ts: condition: type === 'alertDesk' -> true":
    'what is no effect is carried out by nobody, and the others have no parameters',
  "server/modules/settlement/settlement.service.ts: condition: event.type === 'money.received' ? event.receipt : null -> its consequent":
    'the machine pays, fills and clears with a receipt by money.received alone',
  'server/modules/settlement/stock.repository.ts: one side: free.get(product) ?? 0 -> its left':
    'an order has one piece at least of each product, and undefined is as little enough as 0',
  'server/modules/settlement/stock.repository.ts: number: 1 + 1': 'a comparison tells by its sign which comes first',
  'server/modules/reviews/reviews.repository.ts: boolean: false -> true (2)': ONE_ROW,
  "server/modules/reviews/reviews.rules.ts: one side: row.name ?? '' -> its left":
    'a check of the database wants a shopper or an author',
  'server/modules/reviews/reviews.service.ts: method: title.trim() dropped': TRIMMED,
  'server/modules/reviews/reviews.service.ts: method: comment.trim() dropped': TRIMMED,
  'server/modules/staff/staff-accounts.service.ts: number: 1 + 1': 'only the first part is read',
  'server/modules/messages/messages.repository.ts: number: 0 + 1': ONE_ROW,
  'server/modules/messages/messages.worker.ts: one side: error instanceof MailError && error.isFinal -> its right (2)':
    'no other error says of itself that it is final',
  'server/jobs/jobs.ts: condition: job.lockId === null ? isNull(jobs.lockId) : eq(jobs.lockI… -> its alternate (2)':
    'a job that runs was leased, and a leased job has a lock',
  'server/jobs/jobs.ts: method: kinds.push(kind) -> unshift': 'the order of the kinds of a lane means nothing',
  'server/modules/desk/desk.repository.ts: limit: 2 dropped (2)': 'a third row says no more than the second',
  'server/modules/desk/desk.repository.ts: limit: 2 + 1 (2)': 'a third row says no more than the second',
  'server/jobs/jobs.ts: boolean: false -> true (7)':
    'a lane is marked anew whenever it is looked at, before that is read',
  'server/modules/desk/desk.service.ts: boolean: false -> true':
    'an order whose money is in doubt has ways of its own, however late it is',
  'server/media/kept-files.ts: method: found.push({ file, size: about.size, writtenAt: about.mti… -> unshift':
    'they are sorted by their time afterwards, and those of one time have no order',
  'server/limits/limiter.ts: method: Math.ceil(perMs / 60) -> floor': 'every window of the table is whole minutes',
  'server/limits/limiter.ts: parameters swapped: 1 <-> 2 of Math.max(used, taken.used)':
    'the larger of two is the same either way',
  'server/limits/process-counts.ts: one side: uses.slots[last] ?? -Infinity -> its left':
    'undefined is not above any slot',
  "server/http/assets.ts: await dropped: await scope.register(import('@fastify/static'), { root: c…":
    'Fastify loads what is registered within a plugin before it is ready',
  "server/modules/catalogue/search.service.ts: one side: queries[index] ?? '' -> its left":
    'there is a query for each text',
  'server/limits/turns.ts: comparison of rows: gt(limitUses.expiresAt, now) -> gte':
    'the row ends with its last turn, and a turn that is over is left out anyway',
};
