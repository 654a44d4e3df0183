import type { ReactNode } from 'react';
import * as styles from './page.css.ts';

/** Stacks its children. */
export function Stack({
  gap = 'm',
  children,
}: {
  readonly gap?: keyof typeof styles.stack;
  readonly children: ReactNode;
}) {
  return <div className={styles.stack[gap]}>{children}</div>;
}

/** Places its children side by side, wrapping. */
export function Cluster({ children }: { readonly children: ReactNode }) {
  return <div className={styles.cluster}>{children}</div>;
}

/** A main column with an aside (summary, help) that stays visible on large screens. */
export function Split({ children, aside }: { readonly children: ReactNode; readonly aside: ReactNode }) {
  return (
    <div className={styles.split}>
      <div className={styles.stack.m}>{children}</div>
      <div className={styles.aside}>{aside}</div>
    </div>
  );
}
