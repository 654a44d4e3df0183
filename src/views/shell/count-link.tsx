import type { ReactNode } from 'react';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { VisuallyHidden } from '../parts/visually-hidden.tsx';
import { contents } from '../parts/contents.css.ts';
import * as styles from './header.css.ts';
import * as texts from '../../texts/shell.ts';

interface CountLinkProps {
  readonly to: string;
  readonly icon: string;
  readonly label: string;
  /** Shown as a badge; 0 shows none. */
  readonly count: number;
  readonly className: string;
  /** Text beside the icon, hidden from screen readers. */
  readonly children?: ReactNode;
}

/** A header link with a count. Its size is the same for any number. */
export function CountLink({ to, icon, label, count, className, children }: CountLinkProps) {
  return (
    <Link to={to} className={className}>
      <Icon outline={icon} />
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
