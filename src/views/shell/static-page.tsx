import { formatPhone, toPhoneHref } from '../../../contract/rules/phone.ts';
import type { ReactNode } from 'react';
import { shop } from '../../../contract/shop.config.ts';
import { Head } from '../parts/head.tsx';
import { Page, PageTitle } from '../parts/page.tsx';
import * as styles from './static-page.css.ts';
import * as texts from '../../texts/shell.ts';

export interface TextSection {
  readonly title: string;
  readonly body: ReactNode;
}

interface StaticPageProps {
  readonly title: string;
  readonly lead: string;
  /** Canonical address of the page. */
  readonly canonical: string;
  /** Numbers the sections' titles: `1.`, `2.`, … */
  readonly numbered?: boolean;
  readonly sections: readonly TextSection[];
}

/** A page of running text. */
export function StaticPage({ title, lead, canonical, numbered = false, sections }: StaticPageProps) {
  return (
    <Page width="text">
      <Head title={title} description={lead} canonical={canonical} />
      <PageTitle lead={lead}>{title}</PageTitle>
      <div className={styles.text}>
        {sections.map((section, index) => (
          <section key={section.title} className={styles.section}>
            <h2>{numbered ? `${index + 1}. ${section.title}` : section.title}</h2>
            {section.body}
          </section>
        ))}
      </div>
    </Page>
  );
}

/** The shop's contact data as a list. */
export function ContactLines() {
  return (
    <ul>
      <li>
        {texts.phoneBefore}
        <a href={toPhoneHref(shop.phone)}>{formatPhone(shop.phone)}</a>
      </li>
      <li>
        {texts.emailBefore}
        <a href={`mailto:${shop.email}`}>{shop.email}</a>
      </li>
      <li>
        {texts.addressBefore}
        {shop.address}
      </li>
    </ul>
  );
}
