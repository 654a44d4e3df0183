import { Link } from '../../views/parts/link.tsx';
import { shop } from '../../../contract/shop.config.ts';
import { paths } from '../../rules/paths.ts';
import { ContactLines } from '../../views/shell/static-page.tsx';
import type { TextSection } from '../../views/shell/static-page.tsx';

export const title = 'Terms of Service';
export const lead = `The rules for shopping at ${shop.name}, in plain words.`;

/** Twelve numbered sections (§2). */
export const sections: readonly TextSection[] = [
  {
    title: 'Acceptance of these terms',
    body: (
      <p>
        By opening an account at {shop.name} or placing an order with us you agree to these terms. If you do not agree,
        please do not order.
      </p>
    ),
  },
  {
    title: 'Eligibility',
    body: (
      <p>
        You must be 18 years or older to open an account and to order. If you order for a company, you confirm that you
        may act for it.
      </p>
    ),
  },
  {
    title: 'Account responsibilities',
    body: (
      <p>
        Give us true contact details and keep your password to yourself. Orders placed with your account count as yours,
        so tell us at once if somebody else has used it.
      </p>
    ),
  },
  {
    title: 'Product information',
    body: (
      <p>
        We describe our products as exactly as we can. Pictures may differ a little from the product. Where a price or a
        description is plainly wrong, we tell you before we send anything, and you may cancel free of charge.
      </p>
    ),
  },
  {
    title: 'Orders and payments',
    body: (
      <p>
        Prices are in Kenya shillings and include VAT. Your order is binding once we confirm it. When a price or the
        stock changes while you are ordering, we show you the new figures and ask again before anything is ordered. You
        pay in one of the ways that the checkout offers.
      </p>
    ),
  },
  {
    title: 'Shipping',
    body: (
      <p>
        We deliver in Kenya, free of charge. Deliveries in Nairobi and its environs usually arrive within 24 hours;
        other counties take longer. The goods are your responsibility from the moment you receive them.
      </p>
    ),
  },
  {
    title: 'Returns',
    body: (
      <p>
        You may return a product as our <Link to={paths.returnPolicy}>return policy</Link> says. The manufacturer&apos;s
        warranty of 1 year stands beside it.
      </p>
    ),
  },
  {
    title: 'User conduct',
    body: (
      <p>
        Do not use the shop to break the law, to deceive others, to order without meaning to pay, or to disturb its
        operation, for example by automated requests.
      </p>
    ),
  },
  {
    title: 'Intellectual property',
    body: (
      <p>
        The texts, drawings and programs of this shop belong to us or to those who licensed them to us. Brand names
        belong to their owners.
      </p>
    ),
  },
  {
    title: 'Liability',
    body: (
      <p>
        We are liable for damage that we cause on purpose or by gross negligence, and as the consumer protection laws of
        Kenya require. Nothing in these terms takes away your rights under them.
      </p>
    ),
  },
  {
    title: 'Changes to these terms',
    body: (
      <p>We may change these terms. The version that was published when you placed an order applies to that order.</p>
    ),
  },
  {
    title: 'Contact',
    body: (
      <>
        <p>Questions about these terms? Our support answers day and night.</p>
        <ContactLines />
      </>
    ),
  },
];
