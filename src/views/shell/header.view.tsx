import { formatPhone, toPhoneHref } from '../../../contract/rules/phone.ts';
import type { ReactNode } from 'react';
import { Link } from '../parts/link.tsx';
import { shop } from '../../../contract/shop.config.ts';
import type { menuMachine } from '../../machines/shell/menu.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Disclosure } from '../parts/disclosure.tsx';
import { Icon } from '../parts/icon.tsx';
import { Logo } from '../parts/logo.tsx';
import { MemoSubtree } from '../parts/memo-subtree.tsx';
import { VisuallyHidden } from '../parts/visually-hidden.tsx';
import type { ViewProps } from '../view.ts';
import { CountLink } from './count-link.tsx';
import * as styles from './header.css.ts';
import * as texts from '../../texts/shell.ts';
import * as outlines from '../parts/outlines.ts';

type Menu = ViewProps<typeof menuMachine>;

type HeaderProps = Menu & {
  readonly cartQuantity: number;
  /** The mark of a lost network. */
  readonly connection: ReactNode;
  /** The heart that links to the wishlist (A23). */
  readonly wishlist?: ReactNode;
  /** The search box. */
  readonly search: ReactNode;
};

/** Top bar and header (§2 Global layout). Only the two menus and the suggestions need code. */
export function HeaderView({ snapshot, send, cartQuantity, connection, wishlist, search }: HeaderProps) {
  const name = snapshot.matches({ greeting: 'named' }) ? snapshot.context.name : null;
  return (
    <>
      <MemoSubtree deps={[name]}>{() => <TopBar name={name} />}</MemoSubtree>
      <header className={styles.header}>
        <div className={styles.bar}>
          <MobileMenu snapshot={snapshot} send={send} />
          <Link to={paths.home} className={styles.home}>
            <Logo />
            <VisuallyHidden>{texts.logoHome}</VisuallyHidden>
          </Link>
          {connection}
          {search}
          {snapshot.hasTag('signedIn') ? <ProfileMenu snapshot={snapshot} send={send} /> : guestLinks}
          {wishlist}
          <CartLink quantity={cartQuantity} />
        </div>
      </header>
    </>
  );
}

function TopBar({ name }: { readonly name: string | null }) {
  return (
    <section aria-label={texts.welcomeAndHelp} className={styles.topBar}>
      <div className={styles.topRow}>
        <span className={styles.welcome}>{name === null ? texts.welcome : texts.welcomeByName(name)}</span>
        <Link to={paths.trackOrder()} className={styles.topLink}>
          <span className={styles.topIcon}>
            <Icon outline={outlines.truck} size="s" />
          </span>
          {texts.trackOrder}
        </Link>
        <Link to={paths.flashDeals} className={styles.topLink}>
          <span className={styles.topIcon}>
            <Icon outline={outlines.tag} size="s" />
          </span>
          {texts.allOffers}
        </Link>
        <a href={toPhoneHref(shop.phone)} className={styles.phone}>
          <Icon outline={outlines.phone} size="s" />
          <span>{formatPhone(shop.phone)}</span>
        </a>
      </div>
    </section>
  );
}

function GuestLinks() {
  return (
    <>
      <Link to={paths.login} className={styles.tool}>
        {texts.login}
      </Link>
      <Link to={paths.signUp} className={styles.signUp}>
        {texts.signUp}
      </Link>
    </>
  );
}

/** The same element at each render, so that React skips it. */
const guestLinks = <GuestLinks />;

function ProfileMenu({ snapshot, send }: Menu) {
  return (
    <Disclosure
      className={styles.dropdown}
      buttonClassName={styles.tool}
      panelClassName={styles.panel}
      label={texts.profile}
      button={
        <>
          <Icon outline={outlines.user} />
          <span className={styles.name}>{texts.profile}</span>
        </>
      }
      isOpen={snapshot.matches({ profile: 'open' })}
      onToggle={() => send({ type: 'profile.toggle' })}
      onClose={() => send({ type: 'profile.close' })}
    >
      <nav aria-label={texts.profile}>
        <Link to={paths.profile()} className={styles.entry} onClick={() => send({ type: 'profile.close' })}>
          {texts.myProfile}
        </Link>
        <button type="button" className={styles.entry} onClick={() => send({ type: 'logout.choose' })}>
          {texts.logout}
        </button>
      </nav>
    </Disclosure>
  );
}

function CartLink({ quantity }: { readonly quantity: number }) {
  return (
    <CountLink to={paths.cart} icon={outlines.cart} label={texts.cart} count={quantity} className={styles.cart}>
      <span aria-hidden="true" className={styles.word}>
        {texts.cart}
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
      label={isOpen ? texts.closeMenu : texts.menu}
      button={<Icon outline={isOpen ? outlines.close : outlines.menu} />}
      isOpen={isOpen}
      onToggle={() => send({ type: 'mobile.toggle' })}
      onClose={close}
    >
      <MobileLinks isSignedIn={snapshot.hasTag('signedIn')} onFollow={close} />
    </Disclosure>
  );
}

/** A part of its own, which costs nothing while the menu is closed. */
function MobileLinks({ isSignedIn, onFollow }: { readonly isSignedIn: boolean; readonly onFollow: () => void }) {
  return (
    <nav aria-label={texts.mainNavigation}>
      <Link to={paths.home} className={styles.entry} onClick={onFollow}>
        {texts.home}
      </Link>
      <Link to={paths.products} className={styles.entry} onClick={onFollow}>
        {texts.allProducts}
      </Link>
      <Link to={paths.cart} className={styles.entry} onClick={onFollow}>
        {texts.cart}
      </Link>
      {isSignedIn ? (
        <Link to={paths.profile()} className={styles.entry} onClick={onFollow}>
          {texts.myProfile}
        </Link>
      ) : (
        <>
          <Link to={paths.login} className={styles.entry} onClick={onFollow}>
            {texts.login}
          </Link>
          <Link to={paths.signUp} className={styles.entry} onClick={onFollow}>
            {texts.signUp}
          </Link>
        </>
      )}
      <a href={toPhoneHref(shop.phone)} className={styles.entry}>
        {texts.call(formatPhone(shop.phone))}
      </a>
    </nav>
  );
}
