import { Link } from '../../views/parts/link.tsx';
import { shop } from '../../../contract/shop.config.ts';
import { paths } from '../../rules/paths.ts';
import { ContactLines } from '../../views/shell/static-page.tsx';
import type { TextSection } from '../../views/shell/static-page.tsx';

export const title = 'Contact';
export const lead = 'How to reach us.';
/** Above the contact form. */
export const form = 'Send us a message';

export const reach: TextSection = {
  title: 'Call or write',
  body: (
    <>
      <p>{shop.hours}: a person answers, day and night.</p>
      <ContactLines />
    </>
  ),
};

/** Below the form. */
export const sections: readonly TextSection[] = [
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
