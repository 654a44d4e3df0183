import { Link } from './link.tsx';
import type { Product } from '../../../contract/catalogue.ts';
import { toPriceView } from '../../../contract/rules/price.ts';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { ProductHeart } from './heart.tsx';
import { Picture } from './picture.tsx';
import { Price } from './price.tsx';
import * as styles from './product-card.css.ts';
import { Rating } from './rating.tsx';
import * as texts from '../../texts/common.ts';

interface ProductCardProps {
  readonly product: Product;
  /** Address of the product's page. */
  readonly to: string;
  /** Quantity in the cart, shown as a badge; 0 shows none. */
  readonly inCart?: number | undefined;
  /** The card's width on screen: `CARD_SIZES` or `RAIL_SIZES` of product-grid.tsx. */
  readonly sizes: string;
  /** `true` for the first cards, if their pictures are the main ones of the page. */
  readonly priority?: boolean;
  /** 2 below the page's h1, 3 below a section's h2. */
  readonly level?: 2 | 3;
  readonly canAdd: boolean;
  readonly onAdd: () => void;
}

/** A product in a list or rail (§2 Product card). In stock means stock above 0, or unknown stock (U17). */
export function ProductCard({
  product,
  to,
  inCart = 0,
  sizes,
  priority = false,
  level,
  canAdd,
  onAdd,
}: ProductCardProps) {
  const isSoldOut = product.stock !== null && product.stock <= 0;
  const isAllTaken = product.stock !== null && product.stock > 0 && inCart >= product.stock;
  const { discount } = toPriceView(product);
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        <div className={isSoldOut ? styles.soldOut : undefined}>
          <Picture src={product.images[0]} alt="" sizes={sizes} priority={priority} />
        </div>
        <div className={styles.marks}>
          {isSoldOut ? (
            <Badge tone="dark">{texts.soldOut}</Badge>
          ) : (
            discount > 0 && <Badge tone="accent">{`-${discount}%`}</Badge>
          )}
        </div>
        <div className={styles.heart}>
          <ProductHeart product={product} look="round" />
        </div>
        {inCart > 0 && (
          <div className={styles.count}>
            <Badge tone="brand">{isAllTaken ? texts.allInCart(inCart) : texts.piecesInCart(inCart)}</Badge>
          </div>
        )}
      </div>
      <div className={styles.body}>
        <Heading className={styles.name}>
          <Link to={to} className={styles.link}>
            {product.name}
          </Link>
        </Heading>
        <Rating rating={product.rating} count={product.numReviews} />
        <div className={styles.price}>
          <Price product={product} />
        </div>
      </div>
      <div className={styles.action}>
        <Button
          wide
          look="secondary"
          disabled={!canAdd}
          aria-label={texts.addNameToCart(product.name)}
          {...(isAllTaken ? { 'aria-disabled': true } : { onClick: onAdd })}
        >
          {texts.addToCart}
        </Button>
      </div>
    </article>
  );
}
