import { useCallback } from 'react';
import { menuMachines } from '../../compose/shell/menu.ts';
import { ConnectionView } from '../../views/shell/connection.view.tsx';
import { HeaderView } from '../../views/shell/header.view.tsx';
import { WishlistLinkView } from '../../views/shell/wishlist-link.view.tsx';
import { useApp, useMachines } from '../app-context.tsx';
import { connect, useSelected, useSnapshot } from '../connect.tsx';
import { latePart } from '../late-part.tsx';
import { useRootActor } from '../root-actor.ts';
import { usePath } from '../use-path.ts';

const ConnectedHeader = connect(HeaderView);
const SearchBox = latePart(() => import('../catalogue/search-box.late.tsx'), { seen: null });

/** The parts of the header, which are the same elements at each render. */
const parts = { connection: <OfflineMark />, wishlist: <WishlistLink />, search: <SearchBox /> };

/** Top bar and header with their menus. Their links and the search form work before their code has arrived. */
export default function Header() {
  const { cart, first } = useApp();
  const menu = useRootActor(useMachines(menuMachines).menu);
  usePath(useCallback(() => menu.send({ type: 'path.changed' }), [menu]));
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
