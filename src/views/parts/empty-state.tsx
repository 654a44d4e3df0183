import type { ReactNode } from 'react';
import * as styles from './empty-state.css.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

interface EmptyStateProps {
  readonly title: string;
  readonly icon?: IconName;
  /** 1 where the page has no other heading. */
  readonly level?: 1 | 2;
  /** A sentence of help. */
  readonly children?: ReactNode;
  /** Buttons or links that lead on. */
  readonly actions?: ReactNode;
}

/** Nothing to show, said kindly and with a way on. */
export function EmptyState({ title, icon = 'box', level, children, actions }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.box}>
      <Icon name={icon} size="l" />
      <Heading className={styles.title} {...(level === 1 && { tabIndex: -1 })}>
        {title}
      </Heading>
      {children != null && <p>{children}</p>}
      {actions != null && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
