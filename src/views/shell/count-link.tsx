import type { ReactNode } from 'react';
import { Icon } from '../parts/icon.tsx';
import type { IconName } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { VisuallyHidden } from '../parts/visually-hidden.tsx';
import { contents } from '../parts/contents.css.ts';
import * as styles from './header.css.ts';
import * as texts from '../../texts/shell.ts';

interface CountLinkProps {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
  /** Shown as a mark; 0 shows none. */
  readonly count: number;
  readonly className: string;
  /** Beside the icon, unseen by screen readers. */
  readonly children?: ReactNode;
}

/** A link of the header that tells how much is there. Its room is the same with any number. */
export function CountLink({ to, icon, label, count, className, children }: CountLinkProps) {
  return (
    <Link to={to} className={className}>
      <Icon name={icon} />
      {count > 0 && (
        <span aria-hidden="true" className={styles.quantity}>
          {count > 99 ? '99+' : count}
        </span>
      )}
      <span className={contents}>{children}</span>
      <VisuallyHidden>{count === 0 ? label : texts.labelWithItems(label, count)}</VisuallyHidden>
    </Link>
  );
}
