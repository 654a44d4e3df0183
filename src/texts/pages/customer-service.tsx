import { Link } from '../../views/parts/link.tsx';
import { paths } from '../../rules/paths.ts';
import { ContactLines } from '../../views/shell/static-page.tsx';
import type { TextSection } from '../../views/shell/static-page.tsx';

export const title = 'Customer Service';
export const lead = 'Answers to what people ask most.';

export const sections: readonly TextSection[] = [
  {
    title: 'When will my order arrive?',
    body: (
      <p>
        In Nairobi and its environs usually within 24 hours. Other counties take longer; the courier calls before
        coming.
      </p>
    ),
  },
  { title: 'What does delivery cost?', body: <p>Nothing. Delivery is free, and all prices include VAT.</p> },
  {
    title: 'How can I pay?',
    body: (
      <p>
        With M-Pesa when you order, or with cash when the order is delivered. The checkout shows every way that is open
        to you.
      </p>
    ),
  },
  {
    title: 'Can I return a product?',
    body: (
      <p>
        Yes. Our <Link to={paths.returnPolicy}>return policy</Link> says how, and every product carries a 1-year
        manufacturer warranty.
      </p>
    ),
  },
  {
    title: 'Why do you ask for my phone number?',
    body: (
      <p>
        The courier calls it, and a code sent to it proves that it is yours. Our{' '}
        <Link to={paths.privacy}>privacy policy</Link> says who else sees it: nobody who need not.
      </p>
    ),
  },
  {
    title: 'Still a question?',
    body: (
      <>
        <p>We are there day and night.</p>
        <ContactLines />
      </>
    ),
  },
];
