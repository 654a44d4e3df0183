import type { Order } from '../../../contract/orders.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { paths } from '../../rules/paths.ts';
import { Link } from '../parts/link.tsx';
import { List } from '../parts/list.tsx';
import { Picture } from '../parts/picture.tsx';
import * as styles from './orders.css.ts';
import * as texts from '../../texts/orders.ts';

/** The ordered items: name, quantity, price times quantity (§2 Orders tab). */
export function OrderItems({ items }: { readonly items: Order['orderItems'] }) {
  return (
    <List className={styles.items} aria-label={texts.items}>
      {items.map(({ _id, product, name, quantity, price, image }) => (
        <li key={_id} className={styles.item}>
          <div className={styles.picture}>
            <Picture src={image} alt="" sizes="56px" />
          </div>
          <div className={styles.itemText}>
            {product === '' ? (
              <p className={styles.name}>{name}</p>
            ) : (
              <Link to={paths.product(product)} className={styles.nameLink}>
                {name}
              </Link>
            )}
            <p className={styles.quantity}>{texts.quantityLabel(quantity)}</p>
          </div>
          <span className={styles.price}>{formatKsh(price * quantity)}</span>
        </li>
      ))}
    </List>
  );
}
