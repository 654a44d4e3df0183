import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isHard } from '../support/size.ts';
import { UNBOUND } from '../support/unbound.ts';
import { openBooks } from './support/books.ts';
import { getData, newCustomer, PASSWORD } from './support/customers.ts';
import { patientShop } from './support/patient-shop.ts';
import { connectShop } from './support/shop.ts';
import { startShop } from './support/start-shop.ts';
import { expect, plainTest as test } from './support/test.ts';

/**
 * The disk of the embedded database repeatedly runs full under orders and logins (support/full-disk.ts), and gets space
 * again. A server that exited is restarted, as `npm start` does.
 */

const BUYERS = 20;
const TIMES = 10;
/** Failed calls before the disk has space again. */
const REFUSALS = 2 * BUYERS;
/** Maximum time until the database has used up the space that it can overwrite in place. */
const REFUSED_MS = 120_000;

test.describe.configure({ timeout: 900_000 });

// In `npm test`, tests/server/pglite/durable.test.ts covers one commit on a full disk.
if (isHard)
  test(`R33: a disk that is full ${TIMES} times under orders, logins and checkpoints loses no acknowledged order, and the shop recovers`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'duka-full-disk-'));
    const full = path.join(folder, 'full');
    const running = await startShop({
      settings: { ...UNBOUND, LOG_LEVEL: 'silent', FULL_DISK: full },
      before: ['tsx', './tests/e2e/support/full-disk.ts'],
    });
    try {
      const { shop, met, forget } = patientShop(connectShop(running.url, running.simulators));
      const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newCustomer(shop)));
      const books = await openBooks(shop, buyers);
      const shopNow = async () => shop;
      const over = new AbortController();
      const refusals = () => Object.values(met().refused).reduce((sum, count) => sum + count, 0);
      let ended = 0;

      const load = async () => {
        while (!over.signal.aborted) {
          const [buyer] = buyers;
          if (buyer === undefined) throw new Error('no buyer');
          const login = shop.api('POST', '/auth/login', { email: buyer.email, password: PASSWORD });
          await Promise.all([books.buyAll(1, shopNow), login.then(getData)]);
        }
      };
      const disk = async () => {
        try {
          for (let time = 0; time < TIMES; time += 1) {
            await books.acknowledgedOnes(books.counts().acknowledged + randomInt(5, 25));
            forget();
            writeFileSync(full, '');
            await expect.poll(() => !running.isOpen() || refusals() >= REFUSALS, { timeout: REFUSED_MS }).toBe(true);
            rmSync(full);
            if (running.isOpen()) continue;
            ended += 1;
            await running.reopen();
          }
          await books.acknowledgedOnes(books.counts().acknowledged + BUYERS);
        } finally {
          rmSync(full, { force: true });
          if (!running.isOpen()) await running.reopen();
          over.abort();
        }
      };
      await Promise.all([load(), disk()]);
      expect(await books.compareWith(shop)).toEqual({ lost: [], surplus: 0, wrongStock: [] });
      console.log(`    full ${TIMES} times, the server ended ${ended} times; ${books.counts().acknowledged} orders`);
    } finally {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
