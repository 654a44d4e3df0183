import { shop } from '../../../contract/shop.config.ts';
import { ContactLines } from '../../views/shell/static-page.tsx';
import type { TextSection } from '../../views/shell/static-page.tsx';

/** The number of days comes from the shop's configuration (A22). */
export const title = 'Return Policy';
export const lead = `Changed your mind? Return it within ${shop.returnDays} days.`;

export const sections: readonly TextSection[] = [
  {
    title: `Within ${shop.returnDays} days`,
    body: (
      <p>
        Tell us within {shop.returnDays} days after delivery that you want to return a product. It should be complete,
        unused and in its packaging. Products that arrived broken or wrong may be returned in any state they arrived in.
      </p>
    ),
  },
  {
    title: 'How it works',
    body: (
      <ul>
        <li>Call or write to us with your order number.</li>
        <li>We agree on a time and collect the product, or you bring it to our address.</li>
        <li>We check it and refund you in the way you paid.</li>
      </ul>
    ),
  },
  {
    title: 'What it costs',
    body: (
      <p>
        Nothing where the product was broken or wrong. Otherwise we tell you the cost of the collection before you
        decide.
      </p>
    ),
  },
  {
    title: 'Warranty',
    body: <p>Every product carries the manufacturer&apos;s warranty of 1 year. We help you to claim it.</p>,
  },
  { title: 'Contact', body: <ContactLines /> },
];
