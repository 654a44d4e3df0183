import type { ReactElement } from 'react';
import { List } from './list.tsx';
import * as styles from './product-grid.css.ts';

/** Widths of a card's picture for its `sizes`: in a grid without a sidebar, and in a rail. */
export const CARD_SIZES =
  '(min-width: 1240px) 260px, (min-width: 1040px) calc(25vw - 53px), (min-width: 780px) calc(33vw - 53px), (min-width: 560px) calc(50vw - 48px), calc(50vw - 40px)';
/** Beside the filters. */
export const BESIDE_SIZES =
  '(min-width: 1240px) 282px, (min-width: 1040px) calc(33vw - 127px), (min-width: 780px) calc(33vw - 53px), (min-width: 560px) calc(50vw - 48px), calc(50vw - 40px)';
export const RAIL_SIZES = '(min-width: 780px) 182px, 140px';

interface CardsProps {
  /** Omitted when nothing should be announced. */
  readonly label?: string;
  /** One ProductCard each, with keys. */
  readonly children: readonly ReactElement[];
}

const LAYOUTS = { grid: styles.grid, beside: styles.beside, rows: styles.rows } as const;

/**
 * Two cards in a row on phones, up to four on desktops, three beside filters. `rows` stacks them on desktops (list
 * view).
 */
export function ProductGrid({ label, children, layout }: CardsProps & { readonly layout: keyof typeof LAYOUTS }) {
  return (
    <List className={LAYOUTS[layout]} aria-label={label}>
      {children.map((card) => (
        <li key={card.key}>{card}</li>
      ))}
    </List>
  );
}

/**
 * One row that scrolls sideways. Keyboard users reach it through its cards. `isBelow`: it is below the first screen of a
 * phone, which renders it later.
 */
export function ProductRail({ label, children, isBelow = false }: CardsProps & { readonly isBelow?: boolean }) {
  const rail = (
    <List className={styles.rail} aria-label={label}>
      {children.map((card) => (
        <li key={card.key} className={styles.item}>
          {card}
        </li>
      ))}
    </List>
  );
  return isBelow ? <div className={styles.below}>{rail}</div> : rail;
}
