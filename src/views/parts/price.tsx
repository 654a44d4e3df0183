import { ksh } from '../../../contract/rules/money.ts';
import { shownPrice } from '../../../contract/rules/price.ts';
import type { Priced } from '../../../contract/rules/price.ts';
import { Badge } from './badge.tsx';
import * as styles from './price.css.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import * as texts from '../../texts/common.ts';

interface Plain {
  /** Whole shillings. */
  readonly price: number;
  /** Struck through beside the price; `null` shows none. */
  readonly original?: number | null;
}

type PriceProps = ({ readonly product: Priced; readonly legacy?: 'card' | 'detail' } | Plain) & {
  readonly size?: keyof typeof styles.size;
  /** Adds the percentage saved. */
  readonly withDiscount?: boolean;
};

/** `Ksh 1,234` and the original price (A2, A49). Accepts a product or plain amounts. */
export function Price({ size = 'm', withDiscount = false, ...of }: PriceProps) {
  const { price, original, discount } =
    'product' in of
      ? shownPrice(of.product, of.legacy)
      : shownPrice({ price: of.price, finalPrice: of.price, originalPrice: of.original ?? null });
  return (
    <span className={styles.price}>
      <span className={styles.size[size]}>{ksh(price)}</span>
      {original !== null && (
        <>
          <VisuallyHidden>{texts.wasPriceBefore}</VisuallyHidden>
          <s className={styles.was}>{ksh(original)}</s>
          {withDiscount && discount > 0 && <Badge tone="bad">{`-${discount}%`}</Badge>}
        </>
      )}
    </span>
  );
}
