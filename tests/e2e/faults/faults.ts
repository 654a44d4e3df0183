import type { BrowserContext, Request, Route } from '@playwright/test';

/** What can happen to one call between the page and the shop. */
export const FAULTS = ['slow', 'lost', 'twice', 'malformed', 'refused'] as const;
export type Fault = (typeof FAULTS)[number];

export const FAULT_MEANS: Readonly<Record<Fault, string>> = {
  slow: 'The shop does it, and its answer does not come before the page gives up.',
  lost: 'The shop does it, and the connection breaks before the answer; for a GET it stays broken for 3 seconds.',
  twice: 'The call reaches the shop twice, as where a proxy tries again; the page hears the second answer.',
  malformed: 'The shop does it, and a good answer arrives cut off.',
  refused: 'The call is answered with 500 and does not reach the shop.',
};

/**
 * A call of a tour: its name, e.g. `POST /orders`, and which of that name it is, from 1 on. What two parts of a page ask
 * for at the same moment is one call.
 */
export interface Call {
  readonly name: string;
  readonly nth: number;
}

/** Of the page's time: what is asked for again within it is the same call. */
const TOGETHER_MS = 500;
/** The page tries a GET again by itself, after 1.5 s at most (H18): for longer of its time the connection stays broken. */
const LOST_MS = 3_000;
const CUT_OFF = '{"success":true,"da';

/** Id and number of whatever a call is about do not belong to its name. */
const IDS = /\/(?:[\da-f]{8}-[\da-f-]{27}|ws_[\w]+|[\da-f]{24,})(?=\/|$)/gi;

/** What pages around the tours load for everybody. */
const OF_THE_CATALOGUE = /^GET \/(?:products|categories|brands|banners|deals|orders\/frequently-bought)/;

function nameOfCall(request: Request): string {
  const { pathname } = new URL(request.url());
  return `${request.method()} ${pathname.slice('/api'.length).replace(IDS, '/:id')}`;
}

/** Watches what pages ask for, and lets the fault happen. */
export interface Wire {
  /** The calls so far, in order. */
  calls(): readonly Call[];
  /** The fault has happened. */
  isHit(): boolean;
  /** An answer is kept from the page, which waits for it. */
  isHeld(): boolean;
  /** The connection stays broken: what the page asks for again is lost, too. */
  isBroken(): boolean;
  /** Nothing is kept from the page, or not any more: it was answered, or has given up. */
  isOver(): boolean;
  /** How many requests there were, of files too. */
  asked(): number;
  /** So much of the page's time has passed. */
  passed(ms: number): void;
  /** The shopper presses something: whatever happened to a call is over. */
  pressed(): void;
  isIdle(): boolean;
  /** When nothing is under way any more but what is kept from the page. */
  idle(): Promise<void>;
}

export async function openWire(
  context: BrowserContext,
  spoilt: { readonly call: Call; readonly fault: Fault } | null,
): Promise<Wire> {
  const calls: Call[] = [];
  const underWay = new Set<Request>();
  const held = new Set<Request>();
  let waiting: (() => void)[] = [];
  /** By name, the newest call and its age. */
  const newest = new Map<string, { nth: number; ms: number }>();
  /** How long the fault lasts already; null before. */
  let lasts: number | null = null;
  const longest = spoilt?.fault === 'lost' && spoilt.call.name.startsWith('GET ') ? LOST_MS : TOGETHER_MS;
  let asked = 0;

  function end(request: Request): void {
    underWay.delete(request);
    held.delete(request);
    if (underWay.size > 0) return;
    for (const go of waiting) go();
    waiting = [];
  }
  context.on('request', (request) => {
    asked += 1;
    underWay.add(request);
  });
  context.on('requestfinished', end);
  context.on('requestfailed', end);

  const doIt: Readonly<Record<Fault, (route: Route) => Promise<void>>> = {
    async slow(route) {
      await route.fetch();
      end(route.request());
      held.add(route.request());
    },
    async lost(route) {
      await route.fetch();
      await route.abort('failed');
    },
    async twice(route) {
      await route.fetch();
      await route.fulfill({ response: await route.fetch() });
    },
    async malformed(route) {
      const response = await route.fetch();
      await route.fulfill({ status: 200, headers: response.headers(), contentType: 'application/json', body: CUT_OFF });
    },
    refused: (route) => route.fulfill({ status: 500, json: { success: false, message: '' } }),
  };

  await context.route('**/media/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await context.route('**/api/**', async (route) => {
    const name = nameOfCall(route.request());
    if (OF_THE_CATALOGUE.test(name)) return route.continue();
    const nth = countIn(name);
    if (spoilt === null || name !== spoilt.call.name) return route.continue();
    if (lasts === null && nth === spoilt.call.nth) lasts = 0;
    return lasts === null || lasts >= longest ? route.continue() : doIt[spoilt.fault](route);
  });

  /** Notes a request; which call of its name it belongs to. */
  function countIn(name: string): number {
    const before = newest.get(name) ?? { nth: 0, ms: TOGETHER_MS };
    if (before.ms < TOGETHER_MS) return before.nth;
    const nth = before.nth + 1;
    newest.set(name, { nth, ms: 0 });
    calls.push({ name, nth });
    return nth;
  }

  function passed(ms: number): void {
    for (const call of newest.values()) call.ms += ms;
    if (lasts !== null) lasts += ms;
  }

  const isBroken = () => longest === LOST_MS && lasts !== null && lasts < longest;

  return {
    calls: () => calls,
    isBroken,
    isHit: () => lasts !== null,
    isHeld: () => held.size > 0,
    isOver: () => held.size === 0 && !isBroken(),
    passed,
    pressed: () => passed(LOST_MS),
    asked: () => asked,
    isIdle: () => underWay.size === 0,
    idle: () => (underWay.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
