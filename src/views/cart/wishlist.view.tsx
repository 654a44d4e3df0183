import type { wishlistMachine } from '../../machines/cart/wishlist.machine.ts';
import { paths } from '../../rules/paths.ts';
import type { WishlistItem } from '../../rules/cart/wishlist.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { LiveRegion } from '../parts/live-region.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageTitle } from '../parts/page.tsx';
import { Stack } from '../parts/layout.tsx';
import { Price } from '../parts/price.tsx';
import { ProductLine, ProductLines } from '../parts/product-lines.tsx';
import { RemoveButton } from '../parts/remove-button.tsx';
import { PageSpinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import * as texts from '../../texts/cart.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof wishlistMachine> & {
  /** Quantity in the cart by product id. */
  readonly inCart: ReadonlyMap<string, number>;
};

/** The wishlist page (A23): each product links to its page and can be added to the cart or removed. */
export function WishlistView(props: Props) {
  const { snapshot, inCart } = props;
  if (snapshot.matches({ list: 'starting' })) return <PageSpinner label={texts.loadingYourWishlist} />;
  const { wishes, added } = snapshot.context;
  const memoryOnly = snapshot.matches({ storage: 'memoryOnly' }) && (
    <Notice tone="warn">{texts.wishlistNotSaved}</Notice>
  );
  if (wishes.length === 0) {
    return (
      <>
        {memoryOnly}
        <EmptyState
          title={texts.yourWishlistIsEmpty}
          icon={outlines.heart}
          level={1}
          actions={<LinkButton to={paths.products}>{texts.seeAllProducts}</LinkButton>}
        >
          {texts.pressTheHeart}
        </EmptyState>
      </>
    );
  }
  return (
    <Stack>
      <PageTitle>{texts.yourWishlist}</PageTitle>
      {memoryOnly}
      <ProductLines label={texts.productsInYourWishlist}>
        {wishes.map((wish) => (
          <Row key={wish.id} wish={wish} {...props} />
        ))}
      </ProductLines>
      <LiveRegion message={added === null ? null : texts.addedToCart(added.name, inCart.get(added.id) ?? 0)} />
    </Stack>
  );
}

function Row({ wish, send, inCart }: Props & { readonly wish: WishlistItem }) {
  const { id, name, price, image, slug } = wish;
  const pieces = inCart.get(id) ?? 0;
  return (
    <ProductLine
      name={name}
      image={image}
      to={paths.product(slug)}
      controls={
        <>
          <Button
            look="secondary"
            aria-label={texts.addNameToCart(name)}
            onClick={() => send({ type: 'cart.add', wish })}
          >
            {texts.addToCart}
          </Button>
          <RemoveButton label={name} onRemove={() => send({ type: 'wish.remove', id })} />
        </>
      }
    >
      <Price price={price} />
      {pieces > 0 && <Badge tone="brand">{texts.piecesInCart(pieces)}</Badge>}
    </ProductLine>
  );
}
