import type { ReactNode } from 'react';
import { Card } from '../parts/card.tsx';
import * as styles from './cart.css.ts';
import * as texts from '../../texts/cart.ts';

export interface SummaryRow {
  readonly label: string;
  readonly value: string;
}

interface SummaryProps {
  readonly rows: readonly SummaryRow[];
  readonly total: string;
  /** Content under the total, e.g. the tax note and the next step. */
  readonly children?: ReactNode;
}

/** The order summary with its total. */
export function Summary({ rows, total, children }: SummaryProps) {
  return (
    <Card title={texts.orderSummary}>
      <dl className={styles.sums}>
        {rows.map(({ label, value }) => (
          <div key={label} className={styles.sum}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{texts.total}</dt>
          <dd>{total}</dd>
        </div>
      </dl>
      {children}
    </Card>
  );
}
