import type { wishlistMachine } from '../../../src/machines/cart/wishlist.machine.ts';
import { isInWishlist } from '../../../src/rules/cart/wishlist.ts';
import { Heart } from '../../../src/views/parts/heart.tsx';
import { WishlistLinkView } from '../../../src/views/shell/wishlist-link.view.tsx';
import { WishlistView } from '../../../src/views/cart/wishlist.view.tsx';
import type { MachineView } from 'model-testing/view/screen';
import { phone, tablet } from './wishlist.samples.ts';

const IN_CART = new Map([['a', 2]]);

/** The header's heart, the hearts of two products, and the page. */
export const wishlistView: MachineView<typeof wishlistMachine> = (snapshot, send) => (
  <>
    <WishlistLinkView snapshot={snapshot} send={send} />
    {[phone, tablet].map((product) => (
      <Heart
        key={product._id}
        name={product.name}
        look="round"
        isOn={isInWishlist(snapshot.context.wishes, product._id)}
        onToggle={() => {
          const toggle = { type: 'product.toggle', product } as const;
          if (snapshot.can(toggle)) send(toggle);
        }}
      />
    ))}
    <WishlistView snapshot={snapshot} send={send} inCart={IN_CART} />
  </>
);
