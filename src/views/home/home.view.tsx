import type { ReactNode } from 'react';
import type { Product } from '../../../contract/catalogue.ts';
import { Link } from '../parts/link.tsx';
import { paths } from '../../rules/paths.ts';
import { LinkButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import type { IconName } from '../parts/icon.tsx';
import { Picture } from '../parts/picture.tsx';
import * as styles from './home.css.ts';

type Shown = Pick<Product, '_id' | 'name' | 'slug' | 'images'>;

interface HomeProps {
  /** The products beside the hero's words; fewer than three show none. */
  readonly heroes: readonly Shown[];
  readonly categories: readonly { readonly name: string; readonly slug: string }[];
  readonly newArrivals: ReactNode;
  readonly featured: ReactNode;
}

/** §1, U28. */
const PROMISES: readonly { readonly icon: IconName; readonly text: string }[] = [
  { icon: 'truck', text: '24H delivery' },
  { icon: 'tag', text: 'Affordable prices' },
  { icon: 'shield', text: 'Secure payment' },
  { icon: 'headset', text: 'Support 24/7' },
];

const HEROES = 3;

/** §2 Home, as far as it goes today. */
export function HomeView({ heroes, categories, newArrivals, featured }: HomeProps) {
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.heroInner}>
          <div className={styles.heroWords}>
            <h1 tabIndex={-1} className={styles.heroTitle}>
              Electronics delivered across Kenya
            </h1>
            <p className={styles.heroText}>
              Phones, laptops, TVs and home appliances with a 1-year manufacturer warranty. Free delivery. Pay with
              M-Pesa, or with cash when it arrives.
            </p>
            <div className={styles.heroActions}>
              <LinkButton to={paths.products}>Shop all products</LinkButton>
            </div>
          </div>
          {heroes.length >= HEROES && <HeroPictures products={heroes.slice(0, HEROES)} />}
        </div>
      </section>
      <div className={styles.promises}>
        <ul className={styles.promiseList}>
          {PROMISES.map(({ icon, text }) => (
            <li key={text} className={styles.promise}>
              <span className={styles.promiseIcon}>
                <Icon name={icon} />
              </span>
              {text}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.content}>
        <nav className={styles.section} aria-labelledby="shop-by-category">
          <h2 id="shop-by-category">Shop by category</h2>
          <ul className={styles.categories}>
            {categories.map(({ name, slug }) => (
              <li key={slug}>
                <Link to={paths.category(slug)} className={styles.category}>
                  {name}
                  <Icon name="chevronRight" size="s" />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {newArrivals}
        {featured}
      </div>
    </>
  );
}

function HeroPictures({ products }: { readonly products: readonly Shown[] }) {
  return (
    <div className={styles.heroPictures}>
      {products.map(({ _id, name, slug, images }) => (
        <Link key={_id} to={paths.product(slug)} className={styles.heroPicture} aria-label={name}>
          <Picture src={images[0]} alt="" sizes="(min-width: 1240px) 186px, 14vw" />
        </Link>
      ))}
    </div>
  );
}
