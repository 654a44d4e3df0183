import { describe, expect, test, vi } from 'vitest';
import type { EndpointName } from '../../support/fake-server.ts';
import { readSlots } from '../../support/slots.ts';
import type { Slot, SlotKind } from '../../support/slots.ts';
import { openWorld } from './world.ts';
import type { Entry, MachineName, World, WorldOptions } from './world.ts';

/**
 * The machines that are walked in `<flow>.composition.test.ts`, or in `tests/composition` when several share one file.
 */
export const AREAS = {
  'address-book': ['addressBook'],
  auth: ['phoneVerification', 'login', 'signUp'],
  'google-sign-in': ['googleSignIn'],
  'account-links': ['forgotPassword', 'resetPassword', 'emailConfirmation'],
  'change-password': ['changePassword'],
  cart: ['cart'],
  wishlist: ['wishlist'],
  connection: ['connection'],
  contact: ['contact'],
  session: ['session'],
  shell: ['menu', 'protectedPage', 'searchBox', 'categoryNav', 'topCategories'],
  home: ['homeSection', 'flashCountdown', 'heroCarousel', 'brandCarousel'],
  'product-list': ['productList'],
  filters: ['filters', 'priceFilter'],
  'product-detail': ['productDetail'],
  profile: ['profile'],
  'profile-form': ['profileForm'],
  reviews: ['reviews'],
  'order-history': ['orderHistory'],
  'order-success': ['orderSuccess'],
  'order-tracking': ['orderTracking'],
  delivery: ['delivery'],
  checkout: ['checkout'],
  purchase: ['purchase', 'orderPlacement'],
  'payment-record': ['paymentRecord'],
  'payment-screen': ['paymentScreen'],
  'mpesa-payment': ['mpesaPayment'],
  'by-hand': ['byHand'],
  'waiting-payment': ['waitingPayment'],
} as const satisfies Readonly<Record<string, readonly MachineName[]>>;

export type Act = (world: World) => unknown;
/** An act and all its effects. */
export type Step = readonly [act: Act, does: readonly Entry[]];

export interface Walk {
  readonly world?: WorldOptions;
  /** Brings the machine to the state that uses the slot. Its effects are not checked. */
  readonly open?: Act;
  /** Makes the machine use the slot. Starts the machine when there is no `open`. */
  readonly act: Act;
  /** All effects of the act, exactly. */
  readonly does: readonly Entry[];
  readonly next?: readonly Step[];
}

export interface CallWalk extends Walk {
  /** Leaves the state that waits for the response. Stops the machine by default. */
  readonly leave?: Act;
  /** The call that gets no response, when the act sends more than one. */
  readonly hangs?: EndpointName;
  /** All effects of the act without that response. By default, the effects up to the call. */
  readonly waits?: readonly Entry[];
}

export interface ListenerWalk {
  readonly world?: WorldOptions;
  /** Brings the machine to the state before the listener. */
  readonly open?: Act;
  /** Starts the listener. */
  readonly act: Act;
  /** The entries that the listener sends immediately. */
  readonly starts: readonly Entry[];
  /** All sources that the machine listens to from then on, over all listeners of its state. */
  readonly listening: readonly string[];
  readonly hears: readonly Step[];
  /** Leaves the state that listens. Stops the machine by default. */
  readonly leave?: Act;
  /** The effects of leaving. None by default. */
  readonly leaves?: readonly Entry[];
}

const walked = new Map<string, Set<SlotKind>>();

/** Registers the walks of an area. A last test finds the slots of its machines without a walk. */
export function walkArea(area: keyof typeof AREAS, register: () => void): void {
  describe(area, () => {
    register();
    test.each(AREAS[area])('every slot of %s has a walk', async (machine) => {
      const isWalked = ({ slot, kind }: Slot) => walked.get(`${machine}.${slot}`)?.has(kind) === true;
      const left = (await readSlots(machine)).filter((slot) => !isWalked(slot));
      expect(left.map(({ slot, kind }) => `${kind} ${slot}`)).toEqual([]);
    });
  });
}

/** A slot that calls the server. Checks request and response, and that leaving aborts the call. */
export function call(machine: MachineName, slot: string, walk: CallWalk, title = ''): void {
  about('call', machine, slot, `${title} calls the server`, walk.world, (world) => take(world, walk));
  about('call', machine, slot, `${title} is aborted when its state is left`, walk.world, async (world) => {
    const at = walk.does.findIndex(({ sent }) => sent !== undefined && (walk.hangs ?? sent) === sent);
    const endpoint = walk.does[at]?.['sent'] as EndpointName;
    await walk.open?.(world);
    await world.taken();
    world.server.answer(endpoint, 'never');
    await world.does(() => walk.act(world), walk.waits ?? walk.does.slice(0, at + 1));
    const leave = walk.leave ?? (() => world.actor.stop());
    await leave(world);
    expect((await world.taken()).filter(({ aborted }) => aborted !== undefined)).toEqual([{ aborted: endpoint }]);
  });
}

/** A slot that answers without a call to the server. */
export function answer(machine: MachineName, slot: string, walk: Walk, title = ''): void {
  about('call', machine, slot, `${title} returns a result`, walk.world, (world) => take(world, walk));
}

/** A slot that listens. Checks what it sends immediately and on each event, and that it stops with its state. */
export function listener(machine: MachineName, slot: string, walk: ListenerWalk, title = ''): void {
  about('listener', machine, slot, `${title} listens until its state is left`, walk.world, async (world) => {
    await walk.open?.(world);
    await world.taken();
    const before = world.listening();
    await world.does(() => walk.act(world), walk.starts);
    expect(without(world.listening(), before)).toEqual([...walk.listening].sort());
    for (const [act, does] of walk.hears) await world.does(() => act(world), does);
    const leave = walk.leave ?? (() => world.actor.stop());
    await world.does(() => leave(world), walk.leaves ?? []);
    expect(world.listening()).toEqual(before);
  });
}

/** A slot that invokes a machine. Checks that the machine runs with its input. */
export function child(machine: MachineName, slot: string, walk: Walk, title = ''): void {
  about('machine', machine, slot, `${title} runs`, walk.world, (world) => take(world, walk));
}

/** A slot that has an effect and returns nothing. */
export function effect(machine: MachineName, slot: string, walk: Walk, title = ''): void {
  about('effect', machine, slot, title, walk.world, (world) => take(world, walk));
}

async function take(world: World, { open, act, does, next = [] }: Walk): Promise<void> {
  await open?.(world);
  await world.taken();
  for (const [step, entries] of [[act, does] as const, ...next]) await world.does(() => step(world), entries);
}

function about(
  kind: SlotKind,
  machine: MachineName,
  slot: string,
  title: string,
  options: WorldOptions | undefined,
  run: (world: World) => Promise<void>,
): void {
  const name = `${machine}.${slot}`;
  walked.set(name, (walked.get(name) ?? new Set()).add(kind));
  test(`${name} ${title}`.replace(/\s+/g, ' ').trim(), async () => {
    const world = await openWorld(options);
    try {
      await run(world);
      expect([...world.used], 'the walk has to use the slot that it is about').toContain(name);
    } finally {
      world.close();
    }
  });
}

function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...all];
  for (const one of some) left.splice(left.indexOf(one), 1);
  return left;
}

/** Resizes the window to this width, px. */
export const resize =
  (innerWidth: number): Act =>
  ({ fire }) =>
    fire('resize', { currentTarget: { innerWidth }, target: { innerWidth: 0 } });

/** Stubs WebOTP, which is otherwise not available. Returns how to offer a code, and whether the page waits for one. */
export function stubWebOtp(): { offer: (code: string) => void; isWaiting: () => boolean } {
  let offer: (code: string) => void = () => undefined;
  let isWaiting = false;
  vi.stubGlobal('OTPCredential', {});
  vi.stubGlobal('navigator', {
    credentials: {
      get: ({ otp, signal }: { otp: unknown; signal: AbortSignal }) => {
        expect(otp).toEqual({ transport: ['sms'] });
        isWaiting = true;
        signal.addEventListener('abort', () => (isWaiting = false));
        return new Promise((resolve) => (offer = (code) => resolve({ code })));
      },
    },
  });
  return { offer: (code) => offer(code), isWaiting: () => isWaiting };
}
