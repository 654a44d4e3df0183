import type { ReactNode } from 'react';
import { shop } from '../../../contract/shop.config.ts';
import { Icon } from '../parts/icon.tsx';
import type { IconName } from '../parts/icon.tsx';
import { List } from '../parts/list.tsx';
import { hidden } from '../parts/visually-hidden.css.ts';
import * as styles from './home.css.ts';
import * as texts from '../../texts/home.ts';

interface HomeProps {
  readonly hero: ReactNode;
  readonly flash: ReactNode;
  readonly newArrivals: ReactNode;
  readonly brands: ReactNode;
  readonly popular: ReactNode;
  readonly featured: ReactNode;
}

/** The shop's promises (§1, U28). */
const PROMISES: readonly { readonly icon: IconName; readonly text: string }[] = [
  { icon: 'truck', text: texts.fastDelivery },
  { icon: 'tag', text: texts.affordablePrices },
  { icon: 'shield', text: texts.securePayment },
  { icon: 'headset', text: texts.supportDayAndNight },
];

/** The home page (§2 Home). */
export function HomeView({ hero, flash, newArrivals, brands, popular, featured }: HomeProps) {
  return (
    <>
      <h1 tabIndex={-1} className={hidden}>
        {shop.tagline}
      </h1>
      {hero}
      <div className={styles.promises}>
        <List className={styles.promiseList}>
          {PROMISES.map(({ icon, text }) => (
            <li key={text} className={styles.promise}>
              <span className={styles.promiseIcon}>
                <Icon name={icon} />
              </span>
              <span>{text}</span>
            </li>
          ))}
        </List>
      </div>
      <div className={styles.content}>
        {flash}
        {newArrivals}
        {brands}
        {popular}
        {featured}
      </div>
    </>
  );
}
