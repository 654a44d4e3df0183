import { lazy, Suspense, useCallback } from 'react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ConnectionView } from '../../views/shell/connection.view.tsx';
import { HeaderView } from '../../views/shell/header.view.tsx';
import { paths } from '../../rules/paths.ts';
import { SessionView } from '../../views/account/session.view.tsx';
import { ShellView } from '../../views/shell/shell.view.tsx';
import { HeartContext } from '../../views/parts/heart.tsx';
import { WishlistLinkView } from '../../views/shell/wishlist-link.view.tsx';
import { useApp } from '../app-context.tsx';
import { Categories, categoriesCall, categoryNav } from '../catalogue/category-nav.tsx';
import { connect, useSelected, useSnapshot } from '../connect.tsx';
import { latePart } from '../late-part.tsx';
import type { PageCall } from '../page-data.ts';
import { renderHeart } from '../cart/product-heart.tsx';
import { useRootActor } from '../root-actor.ts';
import { TopCategories, topCategoriesCall } from './top-categories.tsx';
import { usePath } from '../use-path.ts';

const ConnectedHeader = connect(HeaderView);
const Footer = latePart(() => import('./footer.late.tsx'));
const SearchBox = latePart(() => import('../catalogue/search-box.late.tsx'), { seen: null });
/** Loads after hydration and for customers only. The page works without it. */
const WaitingPayment = lazy<ComponentType>(() =>
  import('../payment/waiting-payment.tsx').catch(() => ({ default: () => null })),
);

/** Calls that load the data of every page's frame. */
export const shellCalls: readonly PageCall[] = [categoriesCall, topCategoriesCall];

/** Header and footer around the pages. They stay mounted during navigation. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { machines, session, first } = useApp();
  const { pathname } = useLocation();
  const menu = useRootActor(machines.menu);
  usePath(useCallback(() => menu.send({ type: 'path.changed' }), [menu]));
  const shopper = useSnapshot(session, first.session);
  return (
    <Categories>
      <TopCategories>
        <ShellView header={<Header menu={menu} />} nav={categoryNav} footer={hasFooter(pathname) ? <Footer /> : null}>
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

/** The parts of the header, which are the same elements at each render. */
const parts = { connection: <OfflineMark />, wishlist: <WishlistLink />, search: <SearchBox /> };

/** A part of its own, so that another number of products in the cart does not render the frame. */
function Header({ menu }: { readonly menu: ComponentProps<typeof ConnectedHeader>['actor'] }) {
  const { cart, first } = useApp();
  const cartQuantity = useSelected(cart, first.cart, ({ context }) => context.cart.totalQuantity);
  return <ConnectedHeader actor={menu} cartQuantity={cartQuantity} {...parts} />;
}

function OfflineMark() {
  const { connection, first } = useApp();
  return <ConnectionView snapshot={useSnapshot(connection, first.connection)} send={connection.send} />;
}

function WishlistLink() {
  const { wishlist, first } = useApp();
  return <WishlistLinkView snapshot={useSnapshot(wishlist, first.wishlist)} send={wishlist.send} />;
}

/** Returns whether the page loads the profile itself and shows its own error (§8 Checkout, Profile load). */
export function loadsProfile(pathname: string): boolean {
  return pathname === paths.checkout || pathname === paths.profile();
}

/** No footer on /auth, /track-order and their subpages (§2, A21). */
export function hasFooter(pathname: string): boolean {
  return !/^\/(?:auth|track-order)(?:\/|$)/.test(pathname);
}
