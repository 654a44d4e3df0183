import { isInWishlist } from '../../rules/cart/wishlist.ts';
import { Heart } from '../../views/parts/heart.tsx';
import type { ProductHeartProps } from '../../views/parts/heart.tsx';
import { useApp } from '../app-context.tsx';
import { useSelected } from '../connect.tsx';

/** Value of `HeartContext`. */
export const renderHeart = (props: ProductHeartProps) => <WishlistHeart {...props} />;

/**
 * The wishlist heart of a product. Off in the server's document, which contains nothing of a single shopper. A press asks
 * the wishlist itself, because React may still show the heart as it was before the wishlist was read.
 */
function WishlistHeart({ product, look }: ProductHeartProps) {
  const toggle = { type: 'product.toggle', product } as const;
  const { wishlist, first } = useApp();
  const isOn = useSelected(wishlist, first.wishlist, ({ context }) => isInWishlist(context.wishes, product._id));
  return (
    <Heart
      name={product.name}
      isOn={isOn}
      look={look}
      onToggle={() => {
        if (wishlist.getSnapshot().can(toggle)) wishlist.send(toggle);
      }}
    />
  );
}
