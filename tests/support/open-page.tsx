import { vi } from 'vitest';
import { act, render } from '@testing-library/react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import type { InspectionEvent } from 'xstate';
import { watchActors } from '../../src/compose/inspection.ts';
import { preloadParts } from '../../src/routes/late-part.tsx';
import { UNNAMED_ENTRY } from '../../src/routes/page-data.ts';
import { Root } from '../../src/routes/root.tsx';
import { fallback, routes } from '../../src/routes/table.ts';
import type { User } from '../../contract/user.ts';
import { ok, openTab, SharedStorage } from './tab.ts';
import type { Server } from './tab.ts';

interface Opened {
  /** State of the navigation to the page. */
  readonly state?: unknown;
  /** Content of the storage, by key. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Response bodies in the document, by callKey. */
  readonly replies?: Readonly<Record<string, unknown>>;
  /** Time of the render on the server, epoch ms. */
  readonly now?: number;
  /** Signed in as this customer; the profile loads. */
  readonly user?: User;
  /** Answers every other call. Without it, these calls stay pending. */
  readonly server?: Server;
  /** Rendered next to the app in its router. */
  readonly beside?: ReactNode;
}

/** Code that pages fetch on demand. */
const CODE: readonly (() => Promise<unknown>)[] = [
  () => import('../../src/services/api.ts'),
  () => import('../../src/services/profile.service.ts'),
  () => import('../../src/routes/payment/waiting-payment.tsx'),
  () => import('../../src/routes/catalogue/reviews.tsx'),
];

/** An event that an actor of the page received. */
export interface Received {
  readonly machine: string;
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string };
}

/**
 * Opens an address in the complete app, as a browser does after hydration. Records the inputs and the events of the
 * root actors of the page. `inputs` has the input of each machine with its id, in start order.
 */
export async function openPage(
  address: string,
  { state, stored = {}, replies = {}, now = 0, user, server, beside }: Opened = {},
) {
  await Promise.all([...routes, fallback].map(({ Page }) => Page.preload()));
  await preloadParts();
  const started: { readonly machine: string; readonly input: unknown }[] = [];
  const received: Received[] = [];
  watchActors((inspected: InspectionEvent) => {
    if (inspected.type !== '@xstate.event') return;
    const { actorRef, event } = inspected;
    const { id, logic } = actorRef as unknown as { id: string; logic?: { id?: string } };
    // Child actors have the id of their slot and are not recorded.
    if (!/^x:/.test(id)) return;
    const machine = logic?.id ?? id;
    if (event.type === 'xstate.init') started.push({ machine, input: (event as { input?: unknown }).input });
    else received.push({ machine, event });
  });
  const storage = new SharedStorage();
  for (const [key, text] of Object.entries(stored)) storage.values.set(key, text);
  const answers: Server = (request) => {
    if (user !== undefined && request.path === '/auth/profile') return ok({ user });
    return server?.(request) ?? new Promise<never>(() => undefined);
  };
  const tab = openTab({ storage, server: answers, ...(user !== undefined && { user }) });
  let isOver = false;
  const { Navigator, router } = createNavigator();
  const { pathname, search } = new URL(address, 'http://localhost');
  const element = (
    <MemoryRouter initialEntries={[{ pathname, search, state, key: UNNAMED_ENTRY }]}>
      <Navigator />
      {beside}
      <Root
        app={tab.app}
        first={{ now, replies, key: UNNAMED_ENTRY, isOver: () => isOver }}
        origin="https://duka.test"
        onHydrated={() => undefined}
        onNavigated={() => {
          isOver = true;
        }}
      />
    </MemoryRouter>
  );
  const page = await act(async () => render(element));
  await settle();
  return {
    ...page,
    tab,
    inputs: () => started,
    received: (machine: string) => received.flatMap((one) => (one.machine === machine ? [one.event] : [])),
    /** Opens an address, or goes back and forward in the history. */
    async goTo(to: string | number, options?: { readonly state?: unknown; readonly replace?: boolean }) {
      await act(async () => void (typeof to === 'number' ? router.go(to) : router.go(to, options)));
      await settle();
    },
  };
}

async function settle(): Promise<void> {
  await act(async () => {
    // Imports that a test blocks reject.
    await Promise.allSettled(CODE.map((load) => load()));
    // Services load when they are first called.
    await vi.dynamicImportSettled();
    for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve));
  });
}

/** Creates a component for a router, and a handle with which a test navigates in it. */
export function createNavigator() {
  const router: { go: ReturnType<typeof useNavigate> } = { go: () => undefined };
  function Navigator() {
    const navigate = useNavigate();
    useEffect(() => {
      router.go = navigate;
    }, [navigate]);
    return null;
  }
  return { Navigator, router };
}
