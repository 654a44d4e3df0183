import { formatKsh } from '../../../contract/rules/money.ts';
import { toPriceView } from '../../../contract/rules/price.ts';
import type { PriceFields } from '../../../contract/rules/price.ts';
import { Badge } from './badge.tsx';
import * as styles from './price.css.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import * as texts from '../../texts/common.ts';

interface PlainPrice {
  /** Whole shillings. */
  readonly price: number;
  /** Struck through beside the price; `null` shows none. */
  readonly original?: number | null;
}

type PriceProps = ({ readonly product: PriceFields; readonly legacy?: 'card' | 'detail' } | PlainPrice) & {
  readonly size?: keyof typeof styles.size;
  /** Adds the percentage saved. */
  readonly withDiscount?: boolean;
};

/** `Ksh 1,234` and the original price (A2, A49). Accepts a product or plain amounts. */
export function Price({ size = 'm', withDiscount = false, ...of }: PriceProps) {
  const { price, original, discount } =
    'product' in of
      ? toPriceView(of.product, of.legacy)
      : toPriceView({ price: of.price, finalPrice: of.price, originalPrice: of.original ?? null });
  return (
    <span className={styles.price}>
      <span className={styles.size[size]}>{formatKsh(price)}</span>
      {original !== null && (
        <>
          <VisuallyHidden>{texts.wasPriceBefore}</VisuallyHidden>
          <s className={styles.was}>{formatKsh(original)}</s>
          {withDiscount && discount > 0 && <Badge tone="bad">{`-${discount}%`}</Badge>}
        </>
      )}
    </span>
  );
}
