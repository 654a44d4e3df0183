import type { ReactNode } from 'react';
import * as styles from './badge.css.ts';

/** A word or number that marks something: Default, SOLD OUT, -20%. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: keyof typeof styles.tone;
  readonly children: ReactNode;
}) {
  return <span className={styles.tone[tone]}>{children}</span>;
}
