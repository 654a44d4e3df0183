const ONE_ROW = 'the statement always returns one row';
const LISTED = 'the file was listed just before it is removed';
const OTHER_NAME = 'the two statements still get different names';
const VERIFIED = 'the proof is a code that was verified';
const NOTHING_WRITTEN = 'an update of no rows changes nothing';
const SAME_USES = 'uses of one slot in several entries count the same';
const BOTH_LISTS = 'both lists are written together';
const REFUSED = 'a refused key has uses';
const IN_ROW = 'every index is within the row';
const NO_LETTER = 'a word has no letter before its first';
const ENSURED = 'every place was added just before';
const TRIMMED = 'the contract has already trimmed it';

/** Mutants of the server that no caller can notice, by printed name without the line, each with the reason. */
export const SERVER: Readonly<Record<string, string>> = {
  "server/db/errors.ts: one side: 'code' in at && typeof at.code === 'string' -> its right":
    'a missing code is not a text',
  'server/backup/folder.ts: boolean: true -> false (3)': 'the content of the folder was removed, and its parents exist',
  "server/backup/load.ts: one side: lines.pop() ?? '' -> its left": 'a split text has at least one part',
  'server/backup/load.ts: comparison: batch.length >= BATCH -> >': 'the rows that are left are inserted afterwards',
  'server/backup/nightly.ts: one side: child.pid !== undefined && os.setPriority(child.pid, os.c… -> its right':
    'a process that has started has an id',
  'server/backup/pictures.ts: one side: shared !== null && known?.size === size -> its right':
    'without an earlier backup no picture is known',
  'server/backup/tables.ts: statement: and attnum > 0 and not attisdrop: > -> >=':
    'columns have numbers from 1, and system columns below 0',
  'server/db/seed.ts: clause dropped: where: inArray(filled.name, names)': 'only names of seeds are looked for in it',
  'server/db/pglite.ts: number: 0 + 1 (2)': 'only the difference of two counts is used',
  'server/modules/catalogue/sitemap.repository.ts: one side: (await db.select({ sum }).from(catalogueCounts))[0]?.sum … -> its left':
    ONE_ROW,
  'server/modules/catalogue/popular.service.ts: condition: bought.length === limit -> false':
    'it only saves a query for products that are cut off',
  'server/modules/back-office/alerts.repository.ts: condition: ids.length > 0 -> true': NOTHING_WRITTEN,
  'server/modules/back-office/alerts.repository.ts: comparison: ids.length > 0 -> >=': NOTHING_WRITTEN,
  'server/modules/back-office/alerts.repository.ts: condition: ids.length > 0 -> true (2)': NOTHING_WRITTEN,
  'server/modules/back-office/alerts.repository.ts: comparison: ids.length > 0 -> >= (2)': NOTHING_WRITTEN,
  "server/db/client.ts: one side: opened.stack ?? '' -> its left": 'V8 gives every error a stack',
  'server/db/postgres.ts: answer dropped: false': 'undefined is falsy, like false',
  'server/limits/process-counts.ts: arithmetic: uses.slots.length - 1 -> +': SAME_USES,
  'server/limits/process-counts.ts: condition: (uses.slots[last] ?? -Infinity) >= slot -> false': SAME_USES,
  'server/limits/process-counts.ts: comparison: (uses.slots[last] ?? -Infinity) >= slot -> >': SAME_USES,
  'server/limits/process-counts.ts: one side: uses.slots[last] ?? -Infinity -> its right': SAME_USES,
  'server/modules/messages/messages.worker.ts: one side: error instanceof MailError && error.isFinal -> its right':
    'no other error is marked as final',
  'server/modules/passwords/guesses.repository.ts: number: 0 + 1': 'the second millisecond of 1970 is over too',
  'server/providers/daraja-call.ts: boolean: true -> false': 'a timeout aborts once, so its listener is called once',
  "server/providers/daraja-call.ts: condition: error instanceof Error ? error.message : 'unknown' -> its consequent":
    'only errors are thrown',
  'server/db/migrate.ts: boolean: true -> false': 'the time of a step is not read, and a written text has its zone',
  'server/db/migrate.ts: boolean: true -> false (2)': 'the time of a step is not read, and a written text has its zone',
  "server/http/ops.ts: one side: request.socket.remoteAddress ?? '' -> its left":
    "the text 'undefined' is no address of this machine",
  'server/providers/daraja-token.ts: number: 0 + 1 (2)': 'an empty token is never valid, also before it expires',
  'server/modules/catalogue/change.rules.ts: one side: stored.flashPrice ?? 0 -> its left':
    'null counts as 0, and no price is below 1',
  'server/db/postgres.ts: one side: error instanceof TransactionTooLongError || isTimeout(err… -> its left (2)':
    'a lost connection rejects the rollback too',
  "server/app.ts: one side: typeof query === 'object' && query !== null -> its left":
    'a request always has an object for it',
  "server/app.ts: one side: typeof query === 'object' && query !== null && 'search' i… -> its right (2)":
    'a request always has an object for it',
  'server/limits/turns.ts: clause dropped: and: gt(limitUses.expiresAt, now)':
    'expired rows are filtered afterwards too',
  'server/limits/turns.ts: one side: row.holders[at] ?? 0 -> its left': BOTH_LISTS,
  'server/modules/addresses/addresses.repository.ts: one side: row?.total ?? 0 -> its left': ONE_ROW,
  'server/modules/addresses/addresses.repository.ts: clause dropped: and: eq(addresses.isDefault, true)':
    'an address without the mark keeps none',
  'server/modules/addresses/addresses.repository.ts: limit: 2 + 1': 'a third row adds nothing to the second',
  'server/modules/addresses/addresses.repository.ts: limit: 2 dropped': 'a third row adds nothing to the second',
  'server/modules/codes/code-places.service.ts: parameters swapped: 1 <-> 2 of multiplied(LIMITS.codesOfPhone.most, env.rateLimitFactor)':
    'multiplication is commutative',
  'server/modules/profile/profile.service.ts: one side: phone !== null && (await findByPhone(db.sql, phone)) !== … -> its right':
    'no row equals null',
  'server/modules/cart/cart.service.ts: method: product.toLowerCase() -> toUpperCase':
    'the database compares ids of either case',
  'server/modules/orders/create-order.service.ts: method: product.toLowerCase() -> toUpperCase':
    'the database compares ids of either case and gives them in its own',
  'server/modules/orders/expiry.worker.ts: one side: expiresAt !== null && expiresAt > now -> its right':
    'null is after no moment',
  'server/modules/payments/callback.service.ts: one side: timingSafeEqual(wanted, given) && found !== null -> its left':
    'no secret has the hash of 64 zeros, which represents a missing attempt',
  "server/modules/settlement/attempt-change.service.ts: condition: type === 'alertBackOffice' -> true":
    'unknown effects are not executed, and the others have no parameters',
  "server/modules/settlement/settlement.service.ts: condition: event.type === 'money.received' ? event.receipt : null -> its consequent":
    'only money.received makes the machine pay, fill and clear with a receipt',
  'server/modules/stock/stock.repository.ts: one side: free.get(product) ?? 0 -> its left':
    'an order has at least one piece of each product, and undefined compares like 0',
  'server/modules/stock/stock.repository.ts: one side: free.get(productId) ?? 0 -> its left':
    'every product has a row by then',
  'server/modules/stock/stock.service.ts: parameters swapped: 2 <-> 3 of assertPieces(sellable, damaged, missing)':
    'the check is the same for each',
  'server/modules/stock/stock.repository.ts: number: 1 + 1': 'only the sign of a comparison matters',
  'server/modules/reviews/reviews.repository.ts: boolean: false -> true (2)': ONE_ROW,
  "server/modules/reviews/reviews.rules.ts: one side: row.name ?? '' -> its left":
    'a database constraint requires a shopper or an author',
  'server/modules/reviews/reviews.service.ts: method: title.trim() dropped': TRIMMED,
  'server/modules/reviews/reviews.service.ts: method: comment.trim() dropped': TRIMMED,
  'server/modules/staff/staff-accounts.service.ts: number: 1 + 1': 'only the first part is read',
  'server/modules/messages/messages.repository.ts: number: 0 + 1': ONE_ROW,
  'server/modules/messages/messages.worker.ts: one side: error instanceof MailError && error.isFinal -> its right (2)':
    'no other error is marked as final',
  'server/jobs/jobs.ts: condition: job.lockId === null ? isNull(jobs.lockId) : eq(jobs.lockI… -> its alternate (2)':
    'a running job was leased, and a leased job has a lock',
  'server/jobs/jobs.ts: method: kinds.push(kind) -> unshift': 'the order of the kinds in a lane does not matter',
  'server/modules/back-office/back-office.repository.ts: limit: 2 dropped (2)':
    'a third row adds nothing to the second',
  'server/modules/back-office/back-office.repository.ts: limit: 2 + 1 (2)': 'a third row adds nothing to the second',
  'server/jobs/jobs.ts: boolean: false -> true (7)': 'a lane is marked again before each read',
  'server/modules/back-office/back-office.service.ts: boolean: false -> true':
    'an order with disputed money has separate transitions, also when it is late',
  'server/media/file-cache.ts: method: found.push({ file, size: about.size, writtenAt: about.mti… -> unshift':
    'they are sorted by time afterwards, and equal times have no order',
  'server/limits/limiter.ts: method: Math.ceil(perMs / 60) -> floor': 'every window of the table is whole minutes',
  'server/limits/limiter.ts: parameters swapped: 1 <-> 2 of Math.max(used, taken.used)': 'the maximum is symmetric',
  'server/limits/process-counts.ts: one side: uses.slots[last] ?? -Infinity -> its left':
    'undefined is not above any slot',
  "server/modules/catalogue/search.service.ts: one side: queries[index] ?? '' -> its left": 'each text has a query',
  'server/limits/turns.ts: comparison of rows: gt(limitUses.expiresAt, now) -> gte':
    'the row expires with its last turn, and expired turns are filtered anyway',
  'server/backup/folder.ts: boolean: true -> false (2)': LISTED,
  'server/backup/folder.ts: boolean: true -> false (5)': LISTED,
  "server/app.ts: condition: log.isLevelEnabled('info') -> true": 'the log itself leaves out lines below its level',
  'server/http/assets.ts: boolean: false -> true (3)': 'setHeaders replaces the header',
  'server/limits/process-counts.ts: one side: uses.counts[last] ?? 0 -> its left': BOTH_LISTS,
  'server/media/file-cache.ts: boolean: true -> false (5)': 'the caller ignores that another process was faster',
  'server/media/file-cache.ts: await dropped: await rm(draft, { force: true }).catch(() => undefined)':
    'drafts are not read, and old drafts are removed later',
  'server/media/own-pictures.ts: number: 320 + 1': 'the encoded picture is discarded',
  'server/media/own-pictures.ts: number: 320 - 1': 'the encoded picture is discarded',
  "server/modules/addresses/addresses.repository.ts: one side: word ?? '' -> its left":
    'the contract provides every field',
  'server/modules/catalogue/facets.repository.ts: comparison: selection.category !== null -> ===': OTHER_NAME,
  'server/modules/catalogue/facets.repository.ts: comparison: others.category !== null -> ===': OTHER_NAME,
  'server/modules/google/google.service.ts: one side: challenge.verifiedAt ?? now -> its left': VERIFIED,
  'server/modules/sign-up/registration.service.ts: one side: challenge.verifiedAt ?? now -> its left': VERIFIED,
  'server/modules/messages/messages.repository.ts: one side: due?.amount ?? 0 -> its left': ONE_ROW,
  'server/modules/stock/stock.repository.ts: number: 1 - 1':
    'sorting only tests for a negative result, and no product occurs twice',
  'server/providers/daraja-token.ts: number: 100 + 1': 'one millisecond of a pause',
  'server/providers/daraja-token.ts: number: 100 - 1': 'one millisecond of a pause',
  'server/providers/smtp.ts: boolean: true -> false (2)': 'mails consist of texts, so no file is read',
  'server/providers/smtp.ts: boolean: true -> false (3)': 'mails consist of texts, so no address is fetched',
  'server/db/postgres.ts: method: Math.ceil(queryMs * SERVER_PART) -> floor': 'both values are whole milliseconds',
  'server/modules/addresses/addresses.repository.ts: number: 2 + 1': 'a third row adds nothing to the second',
  'server/modules/catalogue/search.rules.ts: one side: last[j] ?? 0 -> its left': IN_ROW,
  'server/modules/catalogue/search.rules.ts: one side: row[j - 1] ?? 0 -> its left': IN_ROW,
  'server/modules/catalogue/search.rules.ts: one side: last[j - 1] ?? 0 -> its left': IN_ROW,
  'server/modules/catalogue/search.rules.ts: one side: beforeLast[j - 2] ?? 0 -> its left': IN_ROW,
  'server/modules/catalogue/search.rules.ts: one side: last[other.length] ?? 0 -> its left': IN_ROW,
  'server/modules/catalogue/search.rules.ts: number: 0 + 1 (11)': IN_ROW,
  'server/modules/catalogue/search.rules.ts: number: 0 + 1 (12)': IN_ROW,
  'server/modules/catalogue/search.rules.ts: number: 0 + 1 (13)': IN_ROW,
  'server/modules/catalogue/search.rules.ts: number: 0 + 1 (15)': IN_ROW,
  'server/modules/catalogue/search.rules.ts: number: 0 + 1 (16)': IN_ROW,
  'server/modules/catalogue/search.rules.ts: one side: i > 1 && j > 1 -> its left': NO_LETTER,
  'server/modules/catalogue/search.rules.ts: one side: i > 1 && j > 1 -> its right': NO_LETTER,
  'server/modules/catalogue/search.rules.ts: comparison: i > 1 -> >=': NO_LETTER,
  'server/modules/catalogue/search.rules.ts: comparison: j > 1 -> >=': NO_LETTER,
  "server/modules/catalogue/places.repository.ts: one side: brands.get(brand.slug) ?? '' -> its left": ENSURED,
  "server/modules/catalogue/places.repository.ts: one side: categories.get(category.slug)?.id ?? '' -> its left":
    ENSURED,
  'server/modules/catalogue/import.repository.ts: answer dropped: false': 'undefined is falsy, like false',
  'server/app.ts: comparison: performance.now() < end -> <=': 'the moment lasts no measurable time',
  "server/http/media.ts: one side: error instanceof Refusal && error.kind === 'too-often' -> its right":
    'only refusals have this kind',
  'server/http/parsed-urls.ts: comparison: text.length > LONGEST_ASKED -> >=':
    'a hash of the request is as good as its text',
  'server/limits/owners.ts: number: 2 + 1': 'an address has one :: at most',
  'server/http/compression.ts: number: 5 + 1': 'any level decodes to the same text',
  'server/http/compression.ts: number: 5 - 1': 'any level decodes to the same text',
  'server/limits/limiter.ts: number: 0 + 1': 'a use that is counted is at least the first',
  'server/limits/process-counts.ts: comparison: endsAt > now -> >=':
    'uses of such a key no longer count, and the next moment drops it',
  'server/limits/process-counts.ts: number: 1 + 1': SAME_USES,
  'server/limits/process-counts.ts: number: 1 - 1': SAME_USES,
  'server/limits/process-counts.ts: number: 0 + 1 (2)': 'it is set before it is read',
  'server/limits/process-counts.ts: number: 0 + 1 (4)': BOTH_LISTS,
  'server/limits/process-counts.ts: number: 0 + 1 (7)': BOTH_LISTS,
  'server/limits/process-counts.ts: one side: uses.counts.shift() ?? 0 -> its left': BOTH_LISTS,
  'server/limits/process-counts.ts: one side: uses.slots[0] ?? now -> its left': REFUSED,
  'server/limits/database-counts.ts: one side: first?.slot ?? now -> its left': REFUSED,
  'server/modules/codes/code-places.service.ts: step dropped: Promise.resolve()': 'the caller only waits for it',
  'server/modules/codes/code-places.service.ts: answer dropped: Promise.resolve()': 'the caller only waits for it',
  "server/modules/codes/code-places.service.ts: one side: waitMs > 0 && standing === 'flow' && holder !== null -> its left":
    'a flow has a cookie, so it has a holder',
  'server/media/fetch-picture.ts: number: 0 + 1 (2)': 'every response has a status',
  'server/media/fetch-picture.ts: number: 0 + 1 (3)': 'no limit is below one byte',
  'server/media/own-pictures.ts: number: 8 - 1 (3)': 'no brand begins with the last letter of ftyp',
  'server/modules/orders/expiry.worker.ts: one side: (await findOrder(tx, orderId)) ?? stored -> its left':
    'the order was just read, and it is locked',
  'server/modules/profile/profile.service.ts: one side: challenge.verifiedAt ?? now -> its left': VERIFIED,
  'server/modules/settlement/alarms.repository.ts: number: 1 + 1': ONE_ROW,
  'server/modules/settlement/alarms.repository.ts: number: 1 - 1': ONE_ROW,
  'server/modules/settlement/stored-orders.repository.ts: one side: row?.count ?? 0 -> its left': ONE_ROW,
  'server/modules/settlement/stored-orders.repository.ts: number: 0 + 1 (4)': ONE_ROW,
  'server/modules/settlement/attempts.repository.ts: parameters swapped: 1 <-> 2 of or(isUnsettled, isFailureCheck)':
    'either condition is enough',
};
