import type { ReactNode } from 'react';
import { Link } from '../parts/link.tsx';
import { shop } from '../../../contract/shop.config.ts';
import { paths } from '../../rules/paths.ts';
import { ContactLines, StaticPage } from './static-page.tsx';
import type { TextSection } from './static-page.tsx';

const SECTIONS: readonly TextSection[] = [
  {
    title: 'Call or write',
    body: (
      <>
        <p>{shop.hours}: a person answers, day and night.</p>
        <ContactLines />
      </>
    ),
  },
  {
    title: 'About an order',
    body: <p>Please have your order number at hand. It was shown when you placed the order.</p>,
  },
  {
    title: 'Before you write',
    body: (
      <p>
        Our <Link to={paths.customerService}>customer service</Link> page answers what people ask most. For returns see
        the <Link to={paths.returnPolicy}>return policy</Link>.
      </p>
    ),
  },
];

/** `form` writes to the shop. */
export function ContactView({ form }: { readonly form: ReactNode }) {
  const [reach, ...rest] = SECTIONS;
  return (
    <StaticPage
      title="Contact"
      lead="How to reach us."
      canonical={paths.contact}
      sections={[...(reach ? [reach] : []), { title: 'Send us a message', body: form }, ...rest]}
    />
  );
}
