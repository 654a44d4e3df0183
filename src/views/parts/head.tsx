import { createContext, use } from 'react';
import { shop } from '../../../contract/shop.config.ts';

/** Origin of the shop, e.g. `https://duka.test`; the same on both sides of the first render. */
export const OriginContext = createContext('');

interface HeadProps {
  /** Without the shop's name. Omitted on the home page. */
  readonly title?: string;
  readonly description?: string;
  /** The canonical address, for a page with several addresses (A1). */
  readonly canonical?: string;
  /** `false` keeps the page out of search engines: carts, accounts, checkout. */
  readonly indexed?: boolean;
}

/** Title and meta elements of a page; React moves them into the document's head. Every route renders one. */
export function Head({ title, description, canonical, indexed = true }: HeadProps) {
  const origin = use(OriginContext);
  return (
    <>
      <title>{title === undefined ? `${shop.name}: ${shop.tagline}` : `${title} | ${shop.name}`}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {!indexed && <meta name="robots" content="noindex" />}
      {canonical !== undefined && <link rel="canonical" href={`${origin}${canonical}`} />}
    </>
  );
}
