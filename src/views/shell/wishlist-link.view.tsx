import type { wishlistMachine } from '../../machines/cart/wishlist.machine.ts';
import { paths } from '../../rules/paths.ts';
import { CountLink } from './count-link.tsx';
import { tool } from './header.css.ts';
import type { ViewProps } from '../view.ts';
import * as texts from '../../texts/shell.ts';
import * as outlines from '../parts/outlines.ts';

/** The header's heart with the number of wishlist products (A23). */
export function WishlistLinkView({ snapshot }: ViewProps<typeof wishlistMachine>) {
  const { length } = snapshot.context.wishes;
  return <CountLink to={paths.wishlist} icon={outlines.heart} label={texts.wishlist} count={length} className={tool} />;
}
