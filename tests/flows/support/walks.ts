import { describe, expect, test, vi } from 'vitest';
import type { EndpointName } from '../../support/fake-server.ts';
import { slotsOf } from '../../support/slots.ts';
import type { Slot, SlotKind } from '../../support/slots.ts';
import { openWorld } from './world.ts';
import type { Entry, MachineName, World, WorldOptions } from './world.ts';

/** Which machines are walked in `<flow>.composition.test.ts`, or in `tests/composition` where several are walked as one. */
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
  'waiting-payment': ['waitingPayment'],
} as const satisfies Readonly<Record<string, readonly MachineName[]>>;

export type Act = (world: World) => unknown;
/** An act, and all that comes of it. */
export type Step = readonly [act: Act, does: readonly Entry[]];

export interface Walk {
  readonly world?: WorldOptions;
  /** The way to where the machine uses the slot; what it does is not looked at. */
  readonly open?: Act;
  /** What makes the machine use the slot; starts it, where there is no `open`. */
  readonly act: Act;
  /** All that comes of it, exactly. */
  readonly does: readonly Entry[];
  readonly next?: readonly Step[];
}

export interface CallWalk extends Walk {
  /** Leaves the state that waits for the answer; stops the machine if not given. */
  readonly leave?: Act;
  /** The call that does not get an answer, where it is not the only one. */
  readonly hangs?: EndpointName;
  /** All that comes of the act without that answer, where it is more than what comes before it. */
  readonly waits?: readonly Entry[];
}

export interface ListenerWalk {
  readonly world?: WorldOptions;
  /** Up to the start of the listener. */
  readonly open?: Act;
  /** Starts the listener. */
  readonly act: Act;
  /** What it says at once. */
  readonly starts: readonly Entry[];
  /** All that is listened to from then on, by all listeners of the machine's state. */
  readonly listening: readonly string[];
  readonly hears: readonly Step[];
  /** Leaves the state that listens; stops the machine if not given. */
  readonly leave?: Act;
  /** What comes of leaving; nothing if not given. */
  readonly leaves?: readonly Entry[];
}

const walked = new Map<string, Set<SlotKind>>();

/** The walks of an area; its last test finds the slots of its machines that no walk is about. */
export function walkArea(area: keyof typeof AREAS, register: () => void): void {
  describe(area, () => {
    register();
    test.each(AREAS[area])('every slot of %s is walked', async (machine) => {
      const isWalked = ({ slot, kind }: Slot) => walked.get(`${machine}.${slot}`)?.has(kind) === true;
      const left = (await slotsOf(machine)).filter((slot) => !isWalked(slot));
      expect(left.map(({ slot, kind }) => `${kind} ${slot}`)).toEqual([]);
    });
  });
}

/** A slot that asks the shop: what is sent and answered, and that leaving ends the call. */
export function call(machine: MachineName, slot: string, walk: CallWalk, title = ''): void {
  about('call', machine, slot, `${title} asks the shop`, walk.world, (world) => take(world, walk));
  about('call', machine, slot, `${title} is ended by leaving`, walk.world, async (world) => {
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

/** A slot that answers without asking the shop: what it answers. */
export function answer(machine: MachineName, slot: string, walk: Walk, title = ''): void {
  about('call', machine, slot, `${title} answers`, walk.world, (world) => take(world, walk));
}

/** A slot that listens: what it says at once and when something happens, and that it stops with its state. */
export function listener(machine: MachineName, slot: string, walk: ListenerWalk, title = ''): void {
  about('listener', machine, slot, `${title} listens until it is left`, walk.world, async (world) => {
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

/** A slot that is another machine: that it runs, with what it is given. */
export function child(machine: MachineName, slot: string, walk: Walk, title = ''): void {
  about('machine', machine, slot, `${title} runs`, walk.world, (world) => take(world, walk));
}

/** A slot that does something and answers nothing. */
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

/** The window is that wide from now on, px. */
export const resize =
  (innerWidth: number): Act =>
  ({ fire }) =>
    fire('resize', { currentTarget: { innerWidth }, target: { innerWidth: 0 } });

/** The phone reads no SMS here unless a walk says so; answers how to offer a code, and whether somebody waits. */
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
