import type { Page, Route } from '@playwright/test';
import { ApiError } from '../../../contract/errors.ts';

/** A call of the page that is held until a step answers it. */
export interface HeldCall {
  readonly method: 'GET' | 'POST';
  /** The path below `/api`. */
  readonly path: string;
  /** Returns the response body that the service parses into this output. */
  readonly reply: (output: never) => unknown;
}

/** §7: the timeout of the API client. */
const TIME_OUT_MS = 10_000;

/** Holds the calls of these slots while the machine waits for a response. */
export async function holdCalls(page: Page, calls: Readonly<Record<string, HeldCall>>) {
  const queues = new Map<string, ReturnType<typeof createQueue<Route>>>();
  const open = new Map<string, Route>();
  for (const [slot, { method, path }] of Object.entries(calls)) {
    const queue = createQueue<Route>();
    queues.set(slot, queue);
    await page.route(`**/api${path}`, (route) =>
      route.request().method() === method ? queue.add(route) : route.fallback(),
    );
  }

  function take(slot: string): Route {
    const route = open.get(slot);
    if (route === undefined) throw new Error(`the page has not called ${slot}`);
    open.delete(slot);
    return route;
  }

  return {
    async answer(slot: string, output: unknown): Promise<void> {
      await take(slot).fulfill({ json: calls[slot]?.reply(output as never) });
    },
    async fail(slot: string, error: unknown): Promise<void> {
      if (!(error instanceof ApiError)) throw error;
      const route = take(slot);
      const { kind, status, message, code, fields, data, requestId, retryAfter } = error;
      if (kind === 'offline') return route.abort('failed');
      if (kind === 'timeout') {
        await page.clock.runFor(TIME_OUT_MS);
        return;
      }
      const headers = {
        ...(requestId !== null && { 'x-request-id': requestId }),
        ...(retryAfter !== null && { 'retry-after': String(retryAfter / 1_000) }),
      };
      await route.fulfill({
        status,
        headers,
        json: kind === 'broken' ? {} : { success: false, message, code: code ?? undefined, fields, data },
      });
    },
    /**
     * Expects exactly these calls to be open after a step. Adds new calls, and drops calls that the machine no longer
     * waits for.
     */
    async expectOpen(slots: readonly string[]): Promise<void> {
      for (const slot of open.keys()) if (!slots.includes(slot)) open.delete(slot);
      for (const slot of slots) {
        if (!open.has(slot)) open.set(slot, await (queues.get(slot) as ReturnType<typeof createQueue<Route>>).next());
      }
      const surplus = [...queues].filter(([, queue]) => queue.size() > 0).map(([slot]) => slot);
      if (surplus.length > 0) throw new Error(`the page calls more than the machine: ${surplus.join(', ')}`);
    },
  };
}

function createQueue<Item>() {
  const items: Item[] = [];
  let waiting: ((item: Item) => void) | null = null;
  return {
    add(item: Item): void {
      if (waiting === null) items.push(item);
      else waiting(item);
      waiting = null;
    },
    next: (): Promise<Item> => {
      const first = items.shift();
      return first === undefined ? new Promise((resolve) => (waiting = resolve)) : Promise.resolve(first);
    },
    size: () => items.length,
  };
}
