import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import type { Product } from '../../../contract/catalogue.ts';
import * as styles from './heart.css.ts';
import { Icon } from './icon.tsx';
import * as texts from '../../texts/common.ts';
import * as outlines from './outlines.ts';

export interface ProductHeartProps {
  readonly product: Product;
  /** `round` is for pictures, `labelled` shows a text. */
  readonly look: keyof typeof styles.look;
}

/** Renders the heart of a product; nothing without a wishlist. */
export const HeartContext = createContext<(props: ProductHeartProps) => ReactNode>(() => null);

/** The heart of a product. Each one updates for its own product only. */
export function ProductHeart(props: ProductHeartProps) {
  return use(HeartContext)(props);
}

interface HeartProps extends Pick<ProductHeartProps, 'look'> {
  /** Name of the product. */
  readonly name: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** Adds a product to the wishlist or removes it (§2 Product card). Its size is the same, on or off. */
export function Heart({ name, isOn, look, onToggle }: HeartProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={texts.wishlistProduct(name)}
      className={styles.look[look]}
      onClick={onToggle}
    >
      <Icon outline={outlines.heart} />
      <span>{look === 'labelled' && texts.wishlist}</span>
    </button>
  );
}
