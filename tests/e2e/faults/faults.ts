import type { BrowserContext, Request, Route } from '@playwright/test';

/** Faults of one call between the page and the shop. */
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
 * A call of a tour: its name, for example `POST /orders`, and its number among the calls with that name, from 1.
 * Requests that two parts of a page send at the same moment are one call.
 */
export interface Call {
  readonly name: string;
  readonly nth: number;
}

/** In the page's time: a repeated request within this interval is the same call. */
const TOGETHER_MS = 500;
/**
 * The page retries a GET after at most 1.5 s (H18). The connection stays broken for longer than that, in the page's
 * time.
 */
const LOST_MS = 3_000;
const CUT_OFF = '{"success":true,"da';

/** The id or number in a path is not part of the call's name. */
const IDS = /\/(?:[\da-f]{8}-[\da-f-]{27}|ws_[\w]+|[\da-f]{24,})(?=\/|$)/gi;

/** Calls that pages outside the tours send for every visitor. */
const OF_THE_CATALOGUE = /^GET \/(?:products|categories|brands|banners|deals|orders\/frequently-bought)/;

function nameOfCall(request: Request): string {
  const { pathname } = new URL(request.url());
  return `${request.method()} ${pathname.slice('/api'.length).replace(IDS, '/:id')}`;
}

/** Observes the requests of pages and injects the fault. */
export interface Wire {
  /** The calls so far, in order. */
  calls(): readonly Call[];
  /** Whether the fault has happened. */
  isHit(): boolean;
  /** Whether the page still waits for a withheld response. */
  isHeld(): boolean;
  /** Whether the connection is still broken: retries of the page are lost, too. */
  isBroken(): boolean;
  /** Whether the fault is over: the page has a response or gave up. */
  isOver(): boolean;
  /** The number of requests, including files. */
  asked(): number;
  /** Advances the page's time. */
  passed(ms: number): void;
  /** The shopper presses a control, which ends the fault. */
  pressed(): void;
  isIdle(): boolean;
  /** Resolves when only withheld requests are pending. */
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
  /** The newest call and its age, by name. */
  const newest = new Map<string, { nth: number; ms: number }>();
  /** Milliseconds since the fault started; null before. */
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

  /** Records a request and returns its number among the calls with that name. */
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
