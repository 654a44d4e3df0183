import type { CartLine, LineChange } from '../../rules/cart/cart.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { List } from '../parts/list.tsx';
import * as styles from './cart.css.ts';
import * as texts from '../../texts/cart.ts';

interface ChangesListProps {
  readonly changes: readonly LineChange[];
  /** The current lines, for their quantities. */
  readonly lines: readonly CartLine[];
}

/** Lists each changed line: its name, old price, new price and remaining stock (A4, D5). */
export function ChangesList({ changes, lines }: ChangesListProps) {
  return (
    <List className={styles.changes}>
      {changes.map((change) => (
        <li key={change.product}>
          <strong>{change.name}</strong>
          <span>{`: ${formatChange(change, lines.find(({ id }) => id === change.product)?.quantity ?? 0)}`}</span>
        </li>
      ))}
    </List>
  );
}

function formatChange({ was, now, stock }: LineChange, quantity: number): string {
  if (stock <= 0) return texts.changeSoldOut;
  const price = was === now ? [] : [texts.changePrice(formatKsh(was), formatKsh(now))];
  // The cart is already limited to the stock (U17).
  const left = stock <= quantity ? [texts.changeLeft(stock)] : [];
  return [...price, ...left].join('; ');
}
