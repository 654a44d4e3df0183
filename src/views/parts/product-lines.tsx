import type { ReactElement, ReactNode } from 'react';
import { Link } from './link.tsx';
import { List } from './list.tsx';
import { Picture } from './picture.tsx';
import * as styles from './product-lines.css.ts';

/** A list of saved products, e.g. the cart. It takes the focus of a line that disappears. */
export function ProductLines({
  label,
  children,
}: {
  readonly label: string;
  readonly children: readonly ReactElement[];
}) {
  return (
    <List className={styles.lines} tabIndex={-1} aria-label={label}>
      {children}
    </List>
  );
}

interface ProductLineProps {
  readonly name: string;
  readonly image: string;
  /** Address of the product's page. */
  readonly to: string;
  /** Content below the name. */
  readonly children: ReactNode;
  /** Buttons and steppers. */
  readonly controls: ReactNode;
}

export function ProductLine({ name, image, to, children, controls }: ProductLineProps) {
  return (
    <li className={styles.line}>
      <div className={styles.picture}>
        <Picture src={image} alt="" sizes="112px" />
      </div>
      <div className={styles.text}>
        <h2 className={styles.name}>
          <Link to={to} className={styles.nameLink}>
            {name}
          </Link>
        </h2>
        {children}
      </div>
      <div className={styles.controls}>{controls}</div>
    </li>
  );
}
