import { createContext, use } from 'react';
import { shop } from '../../../contract/shop.config.ts';

/** Origin of the shop, e.g. `https://duka.test`; the same on both sides of the first render. */
export const OriginContext = createContext('');

interface HeadProps {
  /** Without the shop's name. Left out on the home page. */
  readonly title?: string;
  readonly description?: string;
  /** The one address of this page, when it may be found under several (A1). */
  readonly canonical?: string;
  /** False keeps it out of search engines: carts, accounts, checkout. */
  readonly indexed?: boolean;
}

/** Title and meta of a page; React moves them into the document's head. Every route renders one. */
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
