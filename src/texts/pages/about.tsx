import { Link } from '../../views/parts/link.tsx';
import { shop } from '../../../contract/shop.config.ts';
import { paths } from '../../rules/paths.ts';
import type { TextSection } from '../../views/shell/static-page.tsx';

export const title = 'About Us';
export const lead = `${shop.tagline}.`;

export const sections: readonly TextSection[] = [
  {
    title: 'What we do',
    body: (
      <p>
        {shop.name} sells electronics and home appliances to people in Kenya. A duka is a small shop around the corner:
        you know who runs it, what it costs, and where to go when something is wrong. We want to be that, online.
      </p>
    ),
  },
  {
    title: 'What you can count on',
    body: (
      <ul>
        <li>The price you see is the price you pay: VAT is included and delivery is free.</li>
        <li>You pay with M-Pesa, or with cash when the goods are at your door.</li>
        <li>What we show as in stock is in stock, and we reserve it for you when you order.</li>
        <li>A 1-year manufacturer warranty on every product.</li>
      </ul>
    ),
  },
  {
    title: 'Where we are',
    body: (
      <p>
        {shop.address}. See <Link to={paths.contact}>how to reach us</Link>.
      </p>
    ),
  },
];
