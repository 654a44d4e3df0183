import { displayPhone, phoneHref } from '../../../contract/rules/phone.ts';
import { Link } from '../parts/link.tsx';
import { List } from '../parts/list.tsx';
import { shop } from '../../../contract/shop.config.ts';
import { paths } from '../../rules/paths.ts';
import * as styles from './footer.css.ts';

interface FooterProps {
  /** Six top categories (§2 Footer, §9). */
  readonly categories: readonly { readonly name: string; readonly slug: string }[];
  /** Those of the popular tags that find something (A60). */
  readonly tags?: readonly string[];
}

const QUICK_LINKS = [
  { name: 'Shop', to: paths.products },
  { name: 'Checkout', to: paths.checkout },
  { name: 'Track Order', to: paths.trackOrder() },
  { name: 'Customer Service', to: paths.customerService },
  { name: 'About Us', to: paths.about },
];

/** §2 Footer: contact, social links in new tabs, top categories, quick links, popular tags. */
export function FooterView({ categories, tags = shop.popularTags }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <section className={styles.wide}>
          <h2 className={styles.heading}>{shop.name}</h2>
          <address className={styles.contact}>
            <span className={styles.text}>{shop.address}</span>
            <a className={styles.link} href={phoneHref(shop.phone)}>
              {displayPhone(shop.phone)}
            </a>
            <a className={styles.link} href={`mailto:${shop.email}`}>
              {shop.email}
            </a>
            <span className={styles.text}>{shop.hours}</span>
          </address>
          <List className={styles.socials} aria-label="Follow us">
            {shop.social.map(({ name, url }) => (
              <li key={name}>
                <a className={styles.link} href={url} target="_blank" rel="noopener noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </List>
        </section>
        <nav aria-label="Top categories">
          <h2 className={styles.heading}>Top Categories</h2>
          <List className={styles.links}>
            {categories.map(({ name, slug }) => (
              <li key={slug}>
                <Link className={styles.link} to={paths.category(slug)}>
                  {name}
                </Link>
              </li>
            ))}
          </List>
        </nav>
        <nav aria-label="Quick links">
          <h2 className={styles.heading}>Quick Links</h2>
          <List className={styles.links}>
            {QUICK_LINKS.map(({ name, to }) => (
              <li key={name}>
                <Link className={styles.link} to={to}>
                  {name}
                </Link>
              </li>
            ))}
          </List>
        </nav>
        {tags.length > 0 && (
          <nav className={styles.wide} aria-label="Popular tags">
            <h2 className={styles.heading}>Popular Tags</h2>
            <List className={styles.tags}>
              {tags.map((tag) => (
                <li key={tag}>
                  <Link className={styles.tag} to={paths.searchFor(tag)}>
                    {tag}
                  </Link>
                </li>
              ))}
            </List>
          </nav>
        )}
      </div>
      <div className={styles.legal}>
        <div className={styles.legalRow}>
          <span>{`${shop.name}. ${shop.tagline}.`}</span>
          <Link className={styles.link} to={paths.terms}>
            Terms of Service
          </Link>
          <Link className={styles.link} to={paths.privacy}>
            Privacy Policy
          </Link>
          <Link className={styles.link} to={paths.returnPolicy}>
            Returns
          </Link>
          <Link className={styles.link} to={paths.contact}>
            Contact
          </Link>
        </div>
      </div>
    </footer>
  );
}
