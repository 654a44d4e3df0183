import type { Brand } from '../../../contract/catalogue.ts';
import type { brandCarouselMachine } from '../../machines/home/brand-carousel.machine.ts';
import { BRANDS_A_PAGE } from '../../rules/home/home.ts';
import { paths } from '../../rules/paths.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { List } from '../parts/list.tsx';
import { Picture } from '../parts/picture.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './brand-carousel.css.ts';
import * as texts from '../../texts/home.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof brandCarouselMachine> & { readonly brands: readonly Brand[] };

/** Six brands at a time, each with its logo or else its name (§3 Brand). */
export function BrandCarouselView({ snapshot, send, brands }: Props) {
  const from = snapshot.context.page * BRANDS_A_PAGE;
  return (
    <div className={styles.carousel}>
      <List className={styles.brands} aria-label={texts.topBrands}>
        {brands.slice(from, from + BRANDS_A_PAGE).map((brand) => (
          <li key={brand._id}>
            <Link to={paths.brand(brand.slug)} className={styles.brand} aria-label={brand.name}>
              <Mark {...brand} />
            </Link>
          </li>
        ))}
      </List>
      {!snapshot.matches('onePage') && (
        <div className={styles.controls}>
          <Button
            look="quiet"
            aria-label={texts.previousBrands}
            disabled={!snapshot.can({ type: 'page.previous' })}
            onClick={() => send({ type: 'page.previous' })}
          >
            <Icon outline={outlines.chevronLeft} />
          </Button>
          <Button
            look="quiet"
            aria-label={texts.nextBrands}
            disabled={!snapshot.can({ type: 'page.next' })}
            onClick={() => send({ type: 'page.next' })}
          >
            <Icon outline={outlines.chevronRight} />
          </Button>
        </div>
      )}
    </div>
  );
}

function Mark({ name, logo }: Brand) {
  return logo === null || logo === '' ? (
    <span className={styles.name}>{name}</span>
  ) : (
    <span className={styles.logo}>
      <Picture src={logo} alt="" sizes="80px" />
    </span>
  );
}
