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
