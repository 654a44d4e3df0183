import type { ReactNode } from 'react';
import * as styles from './empty-state.css.ts';
import { Icon } from './icon.tsx';
import * as outlines from './outlines.ts';

interface EmptyStateProps {
  readonly title: string;
  readonly icon?: string;
  /** 1 when the page has no other heading. */
  readonly level?: 1 | 2;
  /** A sentence of help. */
  readonly children?: ReactNode;
  /** Buttons or links to continue. */
  readonly actions?: ReactNode;
}

/** A friendly message for an empty page, with links to continue. */
export function EmptyState({ title, icon = outlines.box, level, children, actions }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.box}>
      <Icon outline={icon} size="l" />
      <Heading className={styles.title} {...(level === 1 && { tabIndex: -1 })}>
        {title}
      </Heading>
      {children != null && <p>{children}</p>}
      {actions != null && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
