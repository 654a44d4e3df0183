import { createActor } from 'xstate';
import { vi } from 'vitest';
import type { PaymentMethod } from '../../contract/orders.ts';
import type { User } from '../../contract/user.ts';
import { getOwnRecordNow } from '../../src/compose/payment/payment-record.ts';
import { checkoutMachines, getTypedForm } from '../../src/compose/checkout/checkout.ts';
import { composeApp } from '../../src/compose.ts';
import type { App } from '../../src/compose.ts';
import type { Browser, Listen, NavigateOptions } from '../../src/compose/env.ts';
import { FakeServer } from './fake-server.ts';

/** A request that reached the stubbed server. */
export interface Sent {
  readonly method: string;
  /** Below `/api`. */
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** The response of the stubbed server: a status and a body, or `lost` for a broken connection. */
export type Answer =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'lost';

export const ok = (data: unknown): Answer => ({ status: 200, body: { success: true, data } });
export const refused = (status: number, message = '', data?: unknown): Exclude<Answer, 'lost'> => ({
  status,
  body: { success: false, message, ...(data !== undefined && { data }) },
});

export type Server = (request: Sent) => Answer | Promise<Answer>;

/** A change of the shared storage. `inTurn` is true when the tab held the lock. */
export type StorageChange =
  | { readonly stored: string; readonly text: string; readonly inTurn: boolean }
  | { readonly removed: string; readonly inTurn: boolean };

/** The storage and the locks that all tabs of one browser share. When refused, every access throws (H10). */
export class SharedStorage {
  readonly values = new Map<string, string>();
  isRefused = false;
  isFull = false;
  /** True while a tab holds the lock. */
  isLocked = false;
  onChange: (change: StorageChange) => void = () => undefined;
  /** Storage events that a test delivers later; null delivers them immediately. */
  late: (() => void)[] | null = null;
  readonly #tabs = new Map<object, (event: StorageEvent) => void>();
  #queue: Promise<unknown> = Promise.resolve();

  /** Runs the work of all tabs one after the other, always asynchronously, as in a browser. */
  inTurn<Result>(work: () => Result): Promise<Result> {
    const turn = this.#queue.then(async () => {
      this.isLocked = true;
      try {
        return await work();
      } finally {
        this.isLocked = false;
      }
    });
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  open(tab: object, onStorage: (event: StorageEvent) => void): Storage {
    this.#tabs.set(tab, onStorage);
    const tell = (key: string) => {
      for (const [other, listen] of this.#tabs) {
        const told = () => listen({ key } as StorageEvent);
        if (other === tab) continue;
        if (this.late === null) told();
        else this.late.push(told);
      }
    };
    const touch = () => {
      if (this.isRefused) throw new DOMException('Access is denied', 'SecurityError');
    };
    return {
      getItem: (key: string) => {
        touch();
        return this.values.get(key) ?? null;
      },
      setItem: (key: string, value: string) => {
        touch();
        if (this.isFull) throw new DOMException('Full', 'QuotaExceededError');
        this.values.set(key, value);
        this.onChange({ stored: key, text: value, inTurn: this.isLocked });
        tell(key);
      },
      removeItem: (key: string) => {
        touch();
        this.values.delete(key);
        this.onChange({ removed: key, inTurn: this.isLocked });
        tell(key);
      },
    } as Storage;
  }
}

export interface TabOptions {
  readonly storage?: SharedStorage;
  /** Session storage. Pass that of the previous tab to simulate a reload. */
  readonly tabStorage?: SharedStorage;
  readonly server?: Server | FakeServer;
  /** Signed in as this customer. */
  readonly user?: User;
  /** Fields of the browser that a test overrides. */
  readonly browser?: Partial<Browser>;
  /** Selects the long-lived actors to start. */
  readonly starting?: (app: App) => readonly { start: () => unknown }[];
}

/** Opens one browser tab with the complete composition of the shop and a stubbed server. */
export function openTab({
  storage = new SharedStorage(),
  tabStorage = new SharedStorage(),
  server = () => 'lost',
  user,
  browser: own,
  starting = ({ longLived }) => longLived,
}: TabOptions = {}) {
  const sent: Sent[] = [];
  const answering = async (server: Server, input: Request) => {
    // As in a browser, a request that is already aborted is not sent.
    input.signal.throwIfAborted();
    const request: Sent = {
      method: input.method,
      path: new URL(input.url).pathname.replace('/api', '') + new URL(input.url).search,
      body: input.method === 'GET' ? null : await input.json(),
      headers: input.headers,
    };
    sent.push(request);
    const answer = await server(request);
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return Response.json(answer.body, answer);
  };
  vi.stubGlobal('fetch', server instanceof FakeServer ? server.fetch : (input: Request) => answering(server, input));
  if (user !== undefined) {
    storage.values.set('token', 'T');
    storage.values.set('user', JSON.stringify(user));
  }

  const listeners = new Map<string, Set<(event: never) => void>>();
  const fire = (type: string, event: object = {}) =>
    listeners.get(type)?.forEach((listener) => listener(event as never));
  const on = ((type: string, listener: (event: never) => void) => {
    const all = listeners.get(type) ?? new Set();
    listeners.set(type, all.add(listener));
    return () => void all.delete(listener);
  }) as Listen;
  /** State of the browser. A test changes it and fires the event. `now` is epoch ms. */
  const state = { isOnline: true, isVisible: true, isReduced: false, isWide: false, now: 0 };
  const visits: { path: string; options: NavigateOptions | undefined }[] = [];
  /** Full page loads. */
  const assigned: string[] = [];
  const stored = storage.open({}, (event) => fire('storage', event));
  const tabStored = tabStorage.open({}, () => undefined);
  const browser: Browser = {
    navigate: (path, options) => void visits.push({ path, options }),
    assign: (path) => void assigned.push(path),
    back: () => undefined,
    place: () => ({ pathname: '/', search: '', state: null }),
    storage: () => stored,
    tabStorage: () => tabStored,
    on,
    isOnline: () => state.isOnline,
    isVisible: () => state.isVisible,
    onMedia: (query, listener) => {
      const tell = () => listener(query.includes('reduced-motion') ? state.isReduced : state.isWide);
      tell();
      return on('change', tell);
    },
    now: () => state.now,
    uuid: () => crypto.randomUUID(),
    inTurn: (work) => storage.inTurn(work),
    ...own,
  };
  const app = composeApp(browser, { base: 'https://duka.test/api' });
  for (const actor of starting(app)) actor.start();

  return {
    app,
    browser: state,
    storage,
    tabStorage,
    sent,
    visits,
    assigned,
    fire,
    /** The event types of all listeners, one entry per listener. */
    listening: () => [...listeners].flatMap(([type, { size }]) => Array.from({ length: size }, () => type)).sort(),
    cart: app.cart,
    wishlist: app.wishlist,
    lines: () => app.cart.getSnapshot().context.cart.items,
    /** Starts the checkout as its route does. Cash on delivery is the default payment method. */
    checkout(payments: readonly PaymentMethod[] = ['cod', 'mpesa']) {
      const { user: shopper } = app.session.getSnapshot().context;
      const actor = createActor(app.compose(checkoutMachines).checkout, {
        input: {
          user: shopper,
          cart: app.cart.getSnapshot().context.cart,
          payments,
          codMax: null,
          stock: {},
          mpesaMax: 250_000,
          kept: getOwnRecordNow(app.env),
          typed: getTypedForm(app.env),
        },
      });
      actor.start();
      return actor;
    },
  };
}
