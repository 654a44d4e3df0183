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

// The modules of the slots are loaded before, so that requests are sent in the same order every time.
await Promise.all([
  import('../../../src/services/addresses.service.ts'),
  import('../../../src/services/api.ts'),
  import('../../../src/services/auth.service.ts'),
  import('../../../src/services/cart.service.ts'),
  import('../../../src/services/catalogue.service.ts'),
  import('../../../src/services/mpesa.service.ts'),
  import('../../../src/services/contact.service.ts'),
  import('../../../src/services/order-payment.service.ts'),
  import('../../../src/services/orders.service.ts'),
  import('../../../src/services/pickup.service.ts'),
  import('../../../src/services/profile.service.ts'),
  import('../../../src/services/reviews.service.ts'),
]);

export type Machines = ReturnType<typeof composedMachines>;
export type MachineName = keyof Machines;

/** Server time at the start of a walk, epoch ms. */
export const START = Date.UTC(2026, 0, 1, 8);
/** How far the device clock is ahead of the server, ms. Exposes code that reads it instead of `env.now` (H13). */
const PHONE_AHEAD_MS = 3_600_000;
const serverNow = () => Date.now() - PHONE_AHEAD_MS;
/** The n-th id that the browser creates, counted from 1. */
export const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

/**
 * One observed effect of the composition, in order. `sent` and `aborted` name an endpoint, `stored` and `removed` a
 * key, `navigated` and `assigned` a path. `session`, `cart`, `wishlist`, `paymentRecord` and `paymentScreen` hold an
 * event that this actor received. `heard` is an event, `done` a result and `failed` an error that a slot sent to the
 * walked machine. `inTurn` marks entries while this tab holds the storage lock.
 */
export type Entry = Readonly<Record<string, unknown>>;

export interface WorldOptions {
  /** The signed-in user; `null` for a guest. */
  readonly user?: User | null;
  readonly lines?: readonly CartLine[];
  /** Other values in the storage. */
  readonly stored?: Readonly<Record<string, unknown>>;
  /** The tab storage that a reload has kept. */
  readonly keptInTab?: Readonly<Record<string, unknown>>;
  readonly place?: Partial<Place>;
  /** A long-lived actor under test. It is not started automatically. */
  readonly about?: 'session' | 'cart' | 'wishlist' | 'connection';
  /** When true, every access to the storage throws (H10). */
  readonly isStorageRefused?: boolean;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Opens one browser and one server that follows the contract. The test controls clock, storage, locks and network. */
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
  storage.onChange = (change) => note(getEntry(change));

  /** `machine.slot` of every slot that has run. */
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
  /** Opens another tab of the browser. All tabs write to one log. */
  const open = (who: User | null) => {
    const subscribed: string[] = [];
    const watchShared = (app: App) => {
      const shared = [...app.longLived, lazyPaymentRecord(app.env)(), paymentScreen(app.env)];
      for (const actor of shared as readonly AnyActorRef[]) {
        const name = getMachine(actor);
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

  /** Waits until nothing happens any more at this moment of the clock. */
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
    /** The actor under test. */
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

    /** All active subscriptions: browser events, other actors, and `interval` for each running interval. */
    listening: () => [...tab.listening(), ...tab.subscribed, ...intervals.running()].sort(),

    async advance(ms: number): Promise<void> {
      await settle();
      await vi.advanceTimersByTimeAsync(ms);
      await settle();
    },

    /** Returns the entries since the last call and clears the log. */
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

function getEntry({ inTurn, ...change }: StorageChange): Entry {
  const turn = inTurn && { inTurn };
  return 'stored' in change
    ? { stored: change.stored, value: valueOf(change.text), ...turn }
    : { removed: change.removed, ...turn };
}

/** Parses stored objects from JSON and returns other texts unchanged. */
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

/** Records which slot of which machine runs. */
function noteSlots(used: Set<string>, event: InspectionEvent): void {
  if (event.type === '@xstate.actor') {
    const { src, _parent } = event.actorRef as AnyActorRef & Child;
    if (_parent !== undefined) used.add(`${getMachine(_parent)}.${String(src)}`);
  }
  if (event.type === '@xstate.action') used.add(`${getMachine(event.actorRef)}.${event.action.type}`);
}

/** Records the name of an actor while it has a subscriber. */
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

function getMachine(actor: unknown): string {
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
    // Restores the timers that were replaced here. Fake timers cannot restore them when others are in their place.
    stop: () => void Object.assign(globalThis, { setInterval: set, clearInterval: clear }),
  };
}
