import { paths } from '../../rules/paths.ts';
import { LinkButton } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Head } from '../parts/head.tsx';
import { Page, PageTitle } from '../parts/page.tsx';
import { ContactLines } from './static-page.tsx';

/** Until the order page is there: the way that works today. */
export function TrackOrderView({ orderId }: { readonly orderId: string | null }) {
  return (
    <Page width="text">
      <Head title="Track Your Order" indexed={false} />
      <PageTitle>Track Your Order</PageTitle>
      <Card>
        <p>
          Tracking on this page opens soon. Until then we tell you by phone where your order is, day and night.
          {orderId !== null && (
            <>
              {' '}
              Please name your order: <strong>{orderId.slice(0, 8)}</strong>.
            </>
          )}
        </p>
        <ContactLines />
      </Card>
      <div>
        <LinkButton look="secondary" to={paths.products}>
          Continue shopping
        </LinkButton>
      </div>
    </Page>
  );
}
