import type { ReactNode } from 'react';
import * as styles from './page.css.ts';

/** The column of a page: `full` for shop pages, `narrow` for forms, `text` for reading. */
export function Page({
  width = 'full',
  children,
}: {
  readonly width?: keyof typeof styles.page;
  readonly children: ReactNode;
}) {
  return <div className={styles.page[width]}>{children}</div>;
}

/** The page's only h1. It takes the focus after a navigation, so that screen readers continue on the new page. */
export function PageTitle({ children, lead }: { readonly children: ReactNode; readonly lead?: ReactNode }) {
  return (
    <div>
      <h1 tabIndex={-1} className={styles.title}>
        {children}
      </h1>
      {lead != null && <p className={styles.lead}>{lead}</p>}
    </div>
  );
}

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
