import { lazy, Suspense } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../rules/paths.ts';
import { SessionView } from '../../views/account/session.view.tsx';
import { ShellView } from '../../views/shell/shell.view.tsx';
import { HeartContext } from '../../views/parts/heart.tsx';
import { useApp } from '../app-context.tsx';
import { Categories, categoriesCall, categoryNav } from '../catalogue/category-nav.tsx';
import { useSelected, useSnapshot } from '../connect.tsx';
import { latePart } from '../late-part.tsx';
import type { PageCall } from '../page-data.ts';
import { renderHeart } from '../cart/product-heart.tsx';
import { TopCategories, topCategoriesCall } from './top-categories.tsx';

const Header = latePart(() => import('./header.late.tsx'), { seen: null, isNeeded: useIsOwnHeader });
const Footer = latePart(() => import('./footer.late.tsx'));
/** Loads after hydration and for customers only. The page works without it. */
const WaitingPayment = lazy<ComponentType>(() =>
  import('../payment/waiting-payment.tsx').catch(() => ({ default: () => null })),
);

/** Calls that load the data of every page's frame. */
export const shellCalls: readonly PageCall[] = [categoriesCall, topCategoriesCall];

/** Header and footer around the pages. They stay mounted during navigation. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { session, first } = useApp();
  const { pathname } = useLocation();
  const shopper = useSnapshot(session, first.session);
  return (
    <Categories>
      <TopCategories>
        <ShellView header={<Header />} nav={categoryNav} footer={hasFooter(pathname) ? <Footer /> : null}>
          {shopper.hasTag('signedIn') && (
            <Suspense fallback={null}>
              <WaitingPayment />
            </Suspense>
          )}
          <SessionView snapshot={shopper} send={session.send} isSaidByPage={loadsProfile(pathname)} />
          <HeartContext value={renderHeart}>{children}</HeartContext>
        </ShellView>
      </TopCategories>
    </Categories>
  );
}

/** Returns whether the header differs from the server's: for a customer, with something in cart or wishlist, offline. */
function useIsOwnHeader(): boolean {
  const { session, cart, wishlist, connection, first } = useApp();
  return [
    useSelected(session, first.session, (snapshot) => snapshot.hasTag('signedIn')),
    useSelected(cart, first.cart, ({ context }) => context.cart.totalQuantity > 0),
    useSelected(wishlist, first.wishlist, ({ context }) => context.wishes.length > 0),
    useSelected(connection, first.connection, (snapshot) => snapshot.matches({ network: 'offline' })),
  ].includes(true);
}

/** Returns whether the page loads the profile itself and shows its own error (§8 Checkout, Profile load). */
export function loadsProfile(pathname: string): boolean {
  return pathname === paths.checkout || pathname === paths.profile();
}

/** No footer on /auth, /track-order and their subpages (§2, A21). */
export function hasFooter(pathname: string): boolean {
  return !/^\/(?:auth|track-order)(?:\/|$)/.test(pathname);
}
