import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import type { Product } from '../../../contract/catalogue.ts';
import * as styles from './heart.css.ts';
import { Icon } from './icon.tsx';
import * as texts from '../../texts/common.ts';

export interface ProductHeartProps {
  readonly product: Product;
  /** `round` lies on a picture, `labelled` says what it is. */
  readonly look: keyof typeof styles.look;
}

/** What the app draws as the heart of a product; nothing where nobody keeps a wishlist. */
export const HeartContext = createContext<(props: ProductHeartProps) => ReactNode>(() => null);

/** The heart of a product, wherever one is shown: each hears of its own product alone. */
export function ProductHeart(props: ProductHeartProps) {
  return use(HeartContext)(props);
}

interface HeartProps extends Pick<ProductHeartProps, 'look'> {
  /** The product's. */
  readonly name: string;
  readonly isOn: boolean;
  /** Absent while nobody knows yet what is wished. */
  readonly onToggle: (() => void) | undefined;
}

/** Puts a product into the wishlist or takes it out (§2 Product card). Its room is the same, on or off. */
export function Heart({ name, isOn, look, onToggle }: HeartProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={texts.wishlistProduct(name)}
      className={styles.look[look]}
      onClick={onToggle}
    >
      <Icon name="heart" />
      <span>{look === 'labelled' && texts.wishlist}</span>
    </button>
  );
}
