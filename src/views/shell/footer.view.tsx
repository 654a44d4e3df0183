import { formatPhone, toPhoneHref } from '../../../contract/rules/phone.ts';
import { Link } from '../parts/link.tsx';
import { List } from '../parts/list.tsx';
import { shop } from '../../../contract/shop.config.ts';
import { paths } from '../../rules/paths.ts';
import * as styles from './footer.css.ts';
import * as texts from '../../texts/shell.ts';

interface FooterProps {
  /** Six top categories (§2 Footer, §9). */
  readonly categories: readonly { readonly name: string; readonly slug: string }[];
  /** Popular tags that have results (A60). */
  readonly tags?: readonly string[];
}

const QUICK_LINKS = [
  { name: texts.footerShop, to: paths.products },
  { name: texts.checkout, to: paths.checkout },
  { name: texts.trackOrder, to: paths.trackOrder() },
  { name: texts.customerService, to: paths.customerService },
  { name: texts.aboutUs, to: paths.about },
];

/** Contact, social links in new tabs, top categories, quick links, popular tags (§2 Footer). */
export function FooterView({ categories, tags = shop.popularTags }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <section className={styles.wide}>
          <h2 className={styles.heading}>{shop.name}</h2>
          <address className={styles.contact}>
            <span className={styles.text}>{shop.address}</span>
            <a className={styles.link} href={toPhoneHref(shop.phone)}>
              {formatPhone(shop.phone)}
            </a>
            <a className={styles.link} href={`mailto:${shop.email}`}>
              {shop.email}
            </a>
            <span className={styles.text}>{shop.hours}</span>
          </address>
          <List className={styles.socials} aria-label={texts.followUs}>
            {shop.social.map(({ name, url }) => (
              <li key={name}>
                <a className={styles.link} href={url} target="_blank" rel="noopener noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </List>
        </section>
        <nav aria-label={texts.topCategoriesLabel}>
          <h2 className={styles.heading}>{texts.topCategories}</h2>
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
        <nav aria-label={texts.quickLinksLabel}>
          <h2 className={styles.heading}>{texts.quickLinks}</h2>
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
          <nav className={styles.wide} aria-label={texts.popularTagsLabel}>
            <h2 className={styles.heading}>{texts.popularTags}</h2>
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
            {texts.termsOfService}
          </Link>
          <Link className={styles.link} to={paths.privacy}>
            {texts.privacyPolicy}
          </Link>
          <Link className={styles.link} to={paths.returnPolicy}>
            {texts.returns}
          </Link>
          <Link className={styles.link} to={paths.contact}>
            {texts.contact}
          </Link>
        </div>
      </div>
    </footer>
  );
}
