import type { ReactNode } from 'react';
import { shop } from '../../../contract/shop.config.ts';
import { Icon } from '../parts/icon.tsx';
import { List } from '../parts/list.tsx';
import { hidden } from '../parts/visually-hidden.css.ts';
import * as styles from './home.css.ts';
import * as texts from '../../texts/home.ts';
import * as outlines from '../parts/outlines.ts';

interface HomeProps {
  readonly hero: ReactNode;
  readonly flash: ReactNode;
  readonly newArrivals: ReactNode;
  readonly brands: ReactNode;
  readonly popular: ReactNode;
  readonly featured: ReactNode;
}

/** The shop's promises (§1, U28). */
const PROMISES: readonly { readonly icon: string; readonly text: string }[] = [
  { icon: outlines.truck, text: texts.fastDelivery },
  { icon: outlines.tag, text: texts.affordablePrices },
  { icon: outlines.shield, text: texts.securePayment },
  { icon: outlines.headset, text: texts.supportDayAndNight },
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
                <Icon outline={icon} />
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
