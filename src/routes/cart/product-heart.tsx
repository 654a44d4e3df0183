import { isWished } from '../../rules/cart/wishlist.ts';
import { Heart } from '../../views/parts/heart.tsx';
import type { ProductHeartProps } from '../../views/parts/heart.tsx';
import { useApp } from '../app-context.tsx';
import { useSelected } from '../connect.tsx';

/** For `HeartContext`. */
export const heartOf = (props: ProductHeartProps) => <WishlistHeart {...props} />;

/** The heart of any product on the page; off in the document, which holds nothing that belongs to one shopper. */
function WishlistHeart({ product, look }: ProductHeartProps) {
  const toggle = { type: 'product.toggle', product } as const;
  const { wishlist, first } = useApp();
  const isOn = useSelected(wishlist, first.wishlist, ({ context }) => isWished(context.wishes, product._id));
  const canToggle = useSelected(wishlist, first.wishlist, (snapshot) => snapshot.can(toggle));
  return (
    <Heart name={product.name} isOn={isOn} look={look} onToggle={canToggle ? () => wishlist.send(toggle) : undefined} />
  );
}
