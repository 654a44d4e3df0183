import { expect, vi } from 'vitest';
import { createActor } from 'xstate';
import type { AnyActorRef, AnyStateMachine, InputFrom, InspectionEvent } from 'xstate';
import type { User } from '../../../contract/user.ts';
import type { App } from '../../../src/compose.ts';
import type { NavigateOptions, Place } from '../../../src/compose/env.ts';
import { lazyPaymentRecord } from '../../../src/compose/payment/payment-record.ts';
import { paymentScreen } from '../../../src/compose/payment/payment-screen.ts';
import type { CartLine } from '../../../src/rules/cart/cart.ts';
import { jane, stored } from './shop.samples.ts';
import { composedMachines } from '../../support/composed.ts';
import { FakeServer } from '../../support/fake-server.ts';
import { fakeShop } from '../../support/fake-shop.ts';
import { openTab, SharedStorage } from '../../support/tab.ts';
import type { StorageChange } from '../../support/tab.ts';

// The code that slots fetch is there before: what is sent comes in the same order every time.
await Promise.all([
  import('../../../src/services/addresses.service.ts'),
  import('../../../src/services/api.ts'),
  import('../../../src/services/auth.service.ts'),
  import('../../../src/services/cart.service.ts'),
  import('../../../src/services/catalogue.service.ts'),
  import('../../../src/services/mpesa.service.ts'),
  import('../../../src/services/contact.service.ts'),
  import('../../../src/services/orders.service.ts'),
  import('../../../src/services/pickup.service.ts'),
  import('../../../src/services/profile.service.ts'),
  import('../../../src/services/reviews.service.ts'),
]);

export type Machines = ReturnType<typeof composedMachines>;
export type MachineName = keyof Machines;

/** Server time when a walk begins, epoch ms. */
export const START = Date.UTC(2026, 0, 1, 8);
/** How far the phone's own clock is ahead of the server's, ms: who reads it instead of `env.now` is found out (H13). */
const PHONE_AHEAD_MS = 3_600_000;
const serverNow = () => Date.now() - PHONE_AHEAD_MS;
/** The n-th id that the browser makes, from 1. */
export const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

/**
 * One thing that came out of the composition, in the order in which it came: `sent`, `aborted` an endpoint; `stored`,
 * `removed` a key; `navigated`, `assigned` a path; `session`, `cart`, `wishlist`, `paymentRecord`, `paymentScreen` an event that
 * these actors were sent; `heard` an event, `done` an answer, `failed` an error that a slot gave to the machine of the
 * walk. `inTurn` while no other tab had its turn.
 */
export type Entry = Readonly<Record<string, unknown>>;

export interface WorldOptions {
  /** Who is signed in; null for a guest. */
  readonly user?: User | null;
  readonly lines?: readonly CartLine[];
  /** What else stands in the storage. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** What the tab kept over a reload. */
  readonly keptInTab?: Readonly<Record<string, unknown>>;
  readonly place?: Partial<Place>;
  /** A long-lived actor that the walk is about, and starts by itself. */
  readonly about?: 'session' | 'cart' | 'wishlist' | 'connection';
  /** A refused one throws at every touch (H10). */
  readonly isStorageRefused?: boolean;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** One browser and one server that answers by the contract, with clock, storage, locks and network in hand. */
export async function openWorld({ user = jane, lines = [], place, about, ...options }: WorldOptions = {}) {
  vi.useFakeTimers({
    now: START + PHONE_AHEAD_MS,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  const intervals = watchIntervals();
  let log: Entry[] = [];
  let activity = 0;
  const note = (entry: Entry) => {
    activity++;
    log.push(entry);
  };
  const { books, handlers } = fakeShop(user ?? jane, serverNow);
  const server = new FakeServer(handlers, {
    onCall: ({ endpoint, ...call }) => note({ sent: endpoint, ...call }),
    onAbort: ({ endpoint }) => note({ aborted: endpoint }),
  });
  const storage = new SharedStorage();
  if (lines.length > 0) storage.values.set('cart', stored(...lines));
  for (const [key, value] of Object.entries(options.stored ?? {}))
    storage.values.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  const tabStorage = new SharedStorage();
  for (const [key, value] of Object.entries(options.keptInTab ?? {})) tabStorage.values.set(key, JSON.stringify(value));
  storage.isRefused = options.isStorageRefused === true;
  storage.onChange = (change) => note(entryOf(change));

  /** `machine.slot` of all that has run. */
  const used = new Set<string>();
  const under = new Set<unknown>();
  const inspect = (event: InspectionEvent) => {
    activity++;
    noteSlots(used, event);
    if (event.type !== '@xstate.event' || !under.has(event.actorRef)) return;
    const source = event.sourceRef as (AnyActorRef & Child) | undefined;
    if (source?._parent !== event.actorRef || event.event.type.startsWith('xstate.snapshot.')) return;
    note(entryOfSlot(String(source.src), event.event));
  };

  const started: AnyActorRef[] = [];
  let made = 0;
  const inTurn = () => storage.isLocked && { inTurn: true };
  /** Another tab of the browser; all of them are told of in one log. */
  const open = (who: User | null) => {
    const subscribed: string[] = [];
    const watchShared = (app: App) => {
      const shared = [...app.longLived, lazyPaymentRecord(app.env)(), paymentScreen(app.env)];
      for (const actor of shared as readonly AnyActorRef[]) {
        const name = machineOf(actor);
        const { send } = actor;
        actor.send = (event: { type: string }) => {
          note({ [name]: event, ...inTurn() });
          send.call(actor, event);
        };
        countSubscriptions(name, actor, subscribed);
        if (about === name) under.add(actor);
        started.push(actor);
        actor.system.inspect(inspect);
        for (const child of Object.values(actor.getSnapshot().children as Record<string, AnyActorRef & Child>))
          used.add(`${name}.${String(child.src)}`);
      }
    };
    const tab = openTab({
      storage,
      tabStorage,
      server,
      ...(who !== null && { user: who }),
      starting: (app) => {
        watchShared(app);
        return app.longLived.filter((actor) => about === undefined || actor !== app[about]);
      },
      browser: {
        navigate: (path: string, given?: NavigateOptions) =>
          note({ navigated: path, ...(given && { options: given }), ...inTurn() }),
        assign: (path) => note({ assigned: path }),
        back: () => note({ back: true }),
        place: () => ({ pathname: '/', search: '', state: null, ...place }),
        now: serverNow,
        uuid: () => uuid(++made),
      },
    });
    return { ...tab, machines: composedMachines(tab.app.env), subscribed };
  };

  const tab = open(user);
  const { machines } = tab;

  /** Until nothing happens any more at this moment of the clock. */
  async function settle(): Promise<void> {
    let before;
    do {
      before = activity;
      for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
      if (before === activity) await vi.dynamicImportSettled();
    } while (before !== activity);
  }

  const world = {
    ...tab,
    server,
    books,
    used,
    settle,
    open,
    /** The actor of the walk. */
    actor: (about === undefined ? undefined : tab.app[about]) as unknown as AnyActorRef,

    start<Name extends MachineName>(
      name: Name,
      input?: InputFrom<Machines[Name]>,
      at: { readonly machines: Machines } = { machines },
    ): AnyActorRef {
      const machine: AnyStateMachine = at.machines[name];
      const actor = createActor(machine, { inspect, ...(input !== undefined && { input }) });
      under.add(actor);
      started.push(actor);
      world.actor = actor;
      return actor.start();
    },

    /** All that somebody listens to: events of the browser, other actors, and `interval` for a running one. */
    listening: () => [...tab.listening(), ...tab.subscribed, ...intervals.running()].sort(),

    async advance(ms: number): Promise<void> {
      await settle();
      await vi.advanceTimersByTimeAsync(ms);
      await settle();
    },

    /** What has come since the last look. */
    async taken(): Promise<readonly Entry[]> {
      await settle();
      const entries = log;
      log = [];
      return entries;
    },

    async does(act: () => unknown, entries: readonly Entry[]): Promise<void> {
      await act();
      expect(await world.taken()).toEqual(entries);
    },

    close(): void {
      for (const actor of started.toReversed()) actor.stop();
      intervals.stop();
      vi.useRealTimers();
      vi.unstubAllGlobals();
      expect(server.violations).toEqual([]);
    },
  };
  await world.taken();
  return world;
}

interface Child {
  readonly src: unknown;
  readonly _parent?: unknown;
}

function entryOf({ inTurn, ...change }: StorageChange): Entry {
  const turn = inTurn && { inTurn };
  return 'stored' in change
    ? { stored: change.stored, value: valueOf(change.text), ...turn }
    : { removed: change.removed, ...turn };
}

/** Objects are kept as JSON, texts as they are. */
function valueOf(text: string): unknown {
  return /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : text;
}

function entryOfSlot(slot: string, event: { readonly type: string; output?: unknown; error?: unknown }): Entry {
  if (event.type.startsWith('xstate.done.actor.')) return { done: slot, output: event.output };
  if (event.type.startsWith('xstate.error.actor.')) {
    const { kind, status } = event.error as { kind?: string; status?: number };
    return { failed: slot, kind: kind ?? String(event.error), status };
  }
  return { heard: event };
}

/** Which slot of which machine runs. */
function noteSlots(used: Set<string>, event: InspectionEvent): void {
  if (event.type === '@xstate.actor') {
    const { src, _parent } = event.actorRef as AnyActorRef & Child;
    if (_parent !== undefined) used.add(`${machineOf(_parent)}.${String(src)}`);
  }
  if (event.type === '@xstate.action') used.add(`${machineOf(event.actorRef)}.${event.action.type}`);
}

/** Notes the name of the actor for as long as somebody is subscribed to it. */
function countSubscriptions(name: string, actor: AnyActorRef, subscribed: string[]): void {
  const { subscribe } = actor;
  actor.subscribe = ((...observer: Parameters<typeof subscribe>) => {
    const { unsubscribe } = subscribe.apply(actor, observer);
    subscribed.push(name);
    return {
      unsubscribe: () => {
        subscribed.splice(subscribed.indexOf(name), 1);
        unsubscribe();
      },
    };
  }) as typeof subscribe;
}

function machineOf(actor: unknown): string {
  return (actor as { logic?: { id?: string } } | undefined)?.logic?.id ?? '';
}

function watchIntervals(): { readonly running: () => string[]; readonly stop: () => void } {
  const running = new Set<unknown>();
  const { setInterval: set, clearInterval: clear } = globalThis;
  globalThis.setInterval = ((...args: Parameters<typeof set>) => {
    const timer = set(...args);
    running.add(timer);
    return timer;
  }) as typeof set;
  globalThis.clearInterval = ((timer: ReturnType<typeof set>) => {
    running.delete(timer);
    clear(timer);
  }) as typeof clear;
  return {
    running: () => Array.from(running, () => 'interval'),
    // Fake timers that find others in their place leave none behind.
    stop: () => void Object.assign(globalThis, { setInterval: set, clearInterval: clear }),
  };
}
