import { useActorRef } from '@xstate/react';
import { lazy, Suspense, useCallback } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ConnectionView } from '../views/layout/connection.view.tsx';
import { FooterView } from '../views/layout/footer.view.tsx';
import { HeaderView } from '../views/layout/header.view.tsx';
import { SessionView } from '../views/layout/session.view.tsx';
import { ShellView } from '../views/layout/shell.view.tsx';
import { HydrationBoundary } from '../views/parts/hydration-boundary.tsx';
import { useApp } from './app-context.tsx';
import { connect, useSelected, useSnapshot } from './connect.tsx';
import type { PageCall } from './page-data.ts';
import { TopCategories, topCategoriesCall, useTopCategories } from './top-categories.tsx';
import { usePath } from './use-path.ts';

const Header = connect(HeaderView);
/** Comes after hydration and for shoppers only; a page without it is still a page. */
const WaitingPayment = lazy<ComponentType>(() =>
  import('./waiting-payment.tsx').catch(() => ({ default: () => null })),
);

/** What every page's frame is rendered with. */
export const shellCalls: readonly PageCall[] = [topCategoriesCall];

/** Header and footer around the pages; they outlive navigations. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { machines, session, cart, first } = useApp();
  const { pathname, search } = useLocation();
  const menu = useActorRef(machines.menu);
  usePath(useCallback(() => menu.send({ type: 'path.changed' }), [menu]));
  const cartQuantity = useSelected(cart, first.cart, ({ context }) => context.cart.totalQuantity);
  const shopper = useSnapshot(session, first.session);
  return (
    <TopCategories>
      <ShellView
        header={
          <Header
            actor={menu}
            cartQuantity={cartQuantity}
            connection={<OfflineMark />}
            search={new URLSearchParams(search).get('search') ?? ''}
          />
        }
        footer={hasFooter(pathname) ? footer : null}
      >
        {shopper.hasTag('signedIn') && (
          <Suspense fallback={null}>
            <WaitingPayment />
          </Suspense>
        )}
        <SessionView snapshot={shopper} send={session.send} />
        {children}
      </ShellView>
    </TopCategories>
  );
}

function OfflineMark() {
  const { connection, first } = useApp();
  return <ConnectionView snapshot={useSnapshot(connection, first.connection)} send={connection.send} />;
}

function Footer() {
  return <FooterView categories={useTopCategories()} />;
}

/** Always the same, so that news of the frame do not hurry its hydration. */
const footer = (
  <HydrationBoundary>
    <Footer />
  </HydrationBoundary>
);

/** §2, A21: none on /auth and /track-order and below. */
export function hasFooter(pathname: string): boolean {
  return !/^\/(?:auth|track-order)(?:\/|$)/.test(pathname);
}
