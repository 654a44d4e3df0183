import { displayPhone, phoneHref } from '../../../contract/rules/phone.ts';
import type { ReactNode } from 'react';
import { Link } from '../parts/link.tsx';
import { shop } from '../../../contract/shop.config.ts';
import type { menuMachine } from '../../machines/shell/menu.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Disclosure } from '../parts/disclosure.tsx';
import { Icon } from '../parts/icon.tsx';
import { Logo } from '../parts/logo.tsx';
import { VisuallyHidden } from '../parts/visually-hidden.tsx';
import type { ViewProps } from '../view.ts';
import { CountLink } from './count-link.tsx';
import * as styles from './header.css.ts';

type Menu = ViewProps<typeof menuMachine>;

type HeaderProps = Menu & {
  readonly cartQuantity: number;
  /** The mark of a lost network. */
  readonly connection: ReactNode;
  /** The heart that leads to the wishlist (A23). */
  readonly wishlist?: ReactNode;
  /** The search box. */
  readonly search: ReactNode;
};

/** §2 Global layout: top bar and header. Nothing of it waits for code but the two menus and the suggestions. */
export function HeaderView({ snapshot, send, cartQuantity, connection, wishlist, search }: HeaderProps) {
  return (
    <>
      <TopBar snapshot={snapshot} />
      <header className={styles.header}>
        <div className={styles.bar}>
          <MobileMenu snapshot={snapshot} send={send} />
          <Link to={paths.home} className={styles.home}>
            <Logo />
            <VisuallyHidden>home</VisuallyHidden>
          </Link>
          {connection}
          {search}
          {snapshot.hasTag('signedIn') ? <ProfileMenu snapshot={snapshot} send={send} /> : <GuestLinks />}
          {wishlist}
          <CartLink quantity={cartQuantity} />
        </div>
      </header>
    </>
  );
}

function TopBar({ snapshot }: Pick<Menu, 'snapshot'>) {
  return (
    <section aria-label="Welcome and help" className={styles.topBar}>
      <div className={styles.topRow}>
        <span className={styles.welcome}>
          {snapshot.matches({ greeting: 'named' }) ? `Welcome ${snapshot.context.name}` : 'Welcome to our shop'}
        </span>
        <Link to={paths.trackOrder()} className={styles.topLink}>
          <span className={styles.topIcon}>
            <Icon name="truck" size="s" />
          </span>
          Track Order
        </Link>
        <Link to={paths.flashDeals} className={styles.topLink}>
          <span className={styles.topIcon}>
            <Icon name="tag" size="s" />
          </span>
          All Offers
        </Link>
        <a href={phoneHref(shop.phone)} className={styles.phone}>
          <Icon name="phone" size="s" />
          <span>{displayPhone(shop.phone)}</span>
        </a>
      </div>
    </section>
  );
}

function GuestLinks() {
  return (
    <>
      <Link to={paths.login} className={styles.tool}>
        Login
      </Link>
      <Link to={paths.signUp} className={styles.signUp}>
        Sign Up
      </Link>
    </>
  );
}

function ProfileMenu({ snapshot, send }: Menu) {
  return (
    <Disclosure
      className={styles.dropdown}
      buttonClassName={styles.tool}
      panelClassName={styles.panel}
      label="Profile"
      button={
        <>
          <Icon name="user" />
          <span className={styles.name}>Profile</span>
        </>
      }
      isOpen={snapshot.matches({ profile: 'open' })}
      onToggle={() => send({ type: 'profile.toggle' })}
      onClose={() => send({ type: 'profile.close' })}
    >
      <nav aria-label="Profile">
        <Link to={paths.profile()} className={styles.entry} onClick={() => send({ type: 'profile.close' })}>
          My Profile
        </Link>
        <button type="button" className={styles.entry} onClick={() => send({ type: 'logout.choose' })}>
          Logout
        </button>
      </nav>
    </Disclosure>
  );
}

function CartLink({ quantity }: { readonly quantity: number }) {
  return (
    <CountLink to={paths.cart} icon="cart" label="Cart" count={quantity} className={styles.cart}>
      <span aria-hidden="true" className={styles.word}>
        Cart
      </span>
    </CountLink>
  );
}

function MobileMenu({ snapshot, send }: Menu) {
  const isOpen = snapshot.matches({ mobile: 'open' });
  const close = () => send({ type: 'mobile.close' });
  return (
    <Disclosure
      className={styles.onlySmall}
      buttonClassName={styles.tool}
      panelClassName={styles.mobile}
      label={isOpen ? 'Close menu' : 'Menu'}
      button={<Icon name={isOpen ? 'close' : 'menu'} />}
      isOpen={isOpen}
      onToggle={() => send({ type: 'mobile.toggle' })}
      onClose={close}
    >
      <nav aria-label="Main">
        <Link to={paths.home} className={styles.entry} onClick={close}>
          Home
        </Link>
        <Link to={paths.products} className={styles.entry} onClick={close}>
          All Products
        </Link>
        <Link to={paths.cart} className={styles.entry} onClick={close}>
          Cart
        </Link>
        {snapshot.hasTag('signedIn') ? (
          <Link to={paths.profile()} className={styles.entry} onClick={close}>
            My Profile
          </Link>
        ) : (
          <>
            <Link to={paths.login} className={styles.entry} onClick={close}>
              Login
            </Link>
            <Link to={paths.signUp} className={styles.entry} onClick={close}>
              Sign Up
            </Link>
          </>
        )}
        <a href={phoneHref(shop.phone)} className={styles.entry}>{`Call ${displayPhone(shop.phone)}`}</a>
      </nav>
    </Disclosure>
  );
}
