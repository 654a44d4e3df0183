import { Link } from './link.tsx';
import * as styles from './breadcrumb.css.ts';
import { Icon } from './icon.tsx';
import { List } from './list.tsx';
import * as texts from '../../texts/common.ts';
import * as outlines from './outlines.ts';

interface BreadcrumbProps {
  /** From Home to this page; the last item has no `to`. */
  readonly items: readonly { readonly label: string; readonly to?: string }[];
}

export function Breadcrumb({ items }: BreadcrumbProps) {
  return (
    <nav aria-label={texts.breadcrumb} className={styles.trail}>
      <List ordered className={styles.list}>
        {items.map(({ label, to }, index) => (
          <li key={label} className={styles.item}>
            {index > 0 && <Icon outline={outlines.chevronRight} size="s" />}
            {to === undefined ? (
              <span aria-current="page" className={styles.here}>
                {label}
              </span>
            ) : (
              <Link to={to} className={styles.link}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </List>
    </nav>
  );
}
