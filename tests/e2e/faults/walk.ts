import type { Browser, Page } from '@playwright/test';
import { TIME_OUT_MS } from '../../../src/services/with-timeout.ts';
import { markAwake } from '../support/awake.ts';
import type { Shop } from '../support/shop.ts';
import { bookFaults, readLoss } from './check.ts';
import type { Kept } from './check.ts';
import { openWire } from './faults.ts';
import type { Call, Fault } from './faults.ts';
import { look } from './seen.ts';
import { createShopper } from './shopper.ts';
import type { Begun, Tour } from './tours.ts';

export interface Walk {
  readonly calls: readonly Call[];
  /** The shopper's actions, in order; `PASSES` if there was nothing to do. */
  readonly acts: readonly string[];
  /** Messages of the page. */
  readonly said: readonly string[];
  /** Whether the fault has happened. */
  readonly isHit: boolean;
  /** Violations that the test reports. */
  readonly complaints: readonly string[];
}

/** Recorded when time passes without an action. */
export const PASSES = '…';

/** Longer than the longest wait before another code, after a call that timed out. */
const LONGEST_MS = 120_000;
const MOST_ACTS = 30;
/** The page starts its retry delay when an attempt fails. Longer steps would make the number of attempts random. */
const BROKEN_STEP_MS = 250;
const AWAKE_MS = 20_000;

/** Walks a tour, with a fault in one of its calls, until its end or until the shopper cannot continue. */
export async function walk(
  browser: Browser,
  shop: Shop,
  tour: Tour,
  spoilt: { readonly call: Call; readonly fault: Fault } | null = null,
): Promise<Walk> {
  const begun = await tour.begin(shop);
  const context = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'block' });
  try {
    const wire = await openWire(context, spoilt);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(`error on the page: ${message}`));
    await markAwake(page);
    await stopAt(page, await readTime(shop));
    await enter(page, begun);
    await open(page, begun.path);

    const shopper = createShopper({
      page,
      shop,
      tour,
      begun,
      open: (address) => open(page, address),
      onPress: wire.pressed,
    });
    const acts: string[] = [];
    const said = new Set<string>();
    let quietMs = 0;
    let waitedMs = 0;
    for (;;) {
      const asked = wire.asked();
      const kept = await settled(page, wire.idle);
      if (kept !== null) complaints.push(...(await readLoss(shop, begun, kept)));
      const seen = await look(page);
      for (const text of seen.said) said.add(text);
      // A press may have just sent a request.
      if (wire.asked() !== asked || !wire.isIdle()) continue;
      const isAtEnd = tour.end.path.test(seen.path) && tour.end.shows.test(seen.text);
      const done = await (isAtEnd ? shopper.tidy(seen) : shopper.act(seen, quietMs));
      acts.push(...done);
      if (done.length > 0) quietMs = 0;
      else {
        if (isAtEnd && wire.isOver() && quietMs > 0) break;
        acts.push(PASSES);
        const ms = wire.isHeld() ? TIME_OUT_MS : shopper.patience(seen);
        quietMs += ms;
        waitedMs += ms;
        for (let left = ms; left > 0;) {
          const step = wire.isBroken() ? Math.min(left, BROKEN_STEP_MS) : left;
          await page.clock.runFor(step);
          await shop.advanceClock(step);
          wire.passed(step);
          if (wire.isBroken()) await settled(page, wire.idle);
          left -= step;
        }
      }
      if (waitedMs > LONGEST_MS || acts.filter((act) => act !== PASSES).length > MOST_ACTS) {
        complaints.push(`no way on: at ${seen.path} after ${acts.join(', ')}; ${[...said].join(' / ')}`);
        break;
      }
    }
    complaints.push(...shopper.complaints(), ...(await bookFaults(shop, tour, begun)));
    return { calls: wire.calls(), acts, said: [...said], isHit: wire.isHit(), complaints: [...new Set(complaints)] };
  } finally {
    await context.close();
  }
}

/** Stops the clock of all future pages. */
async function stopAt(page: Page, now: number): Promise<void> {
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1_000);
}

/** Opens a page and waits for its hydration. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('html[data-awake]').waitFor({ state: 'attached', timeout: AWAKE_MS });
  await page.clock.runFor(1);
}

/** Stores session and cart in the browser before its first page. */
async function enter(page: Page, { signedIn, product }: Begun): Promise<void> {
  const line = product && {
    id: product._id,
    name: product.name,
    price: product.finalPrice,
    image: product.images[0] ?? '',
    category: '',
    quantity: 1,
  };
  const kept = {
    ...(signedIn && { token: signedIn.token, user: JSON.stringify(signedIn.user) }),
    ...(line && { cart: JSON.stringify({ items: [line], totalQuantity: 1, totalAmount: line.price }) }),
  };
  await page.addInitScript((items) => {
    if (sessionStorage.getItem('opened') !== null) return;
    sessionStorage.setItem('opened', 'yes');
    for (const [name, text] of Object.entries(items)) localStorage.setItem(name, text);
  }, kept);
}

/** Waits until the page has processed and rendered all responses. Returns the browser's stored values. */
async function settled(page: Page, idle: () => Promise<void>): Promise<Kept | null> {
  let kept: Kept | null = null;
  for (let round = 0; round < 2; round += 1) {
    await idle();
    kept = await page
      .evaluate(async () => {
        for (let turn = 0; turn < 8; turn += 1) {
          await new Promise((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', resolve, { once: true });
            port1.start();
            port2.postMessage(null);
          });
        }
        return { token: localStorage.getItem('token'), cart: localStorage.getItem('cart') };
      })
      // The page has just navigated elsewhere.
      .catch(() => null);
  }
  return kept;
}

/** Returns the shop's clock, epoch ms. */
async function readTime(shop: Shop): Promise<number> {
  return Date.parse((await fetch(`${shop.url}/api/health`)).headers.get('date') ?? '');
}
