import type { ReactNode } from 'react';
import { displayPhone } from '../../../contract/rules/phone.ts';
import type { sessionMachine } from '../../machines/session.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Head } from '../parts/head.tsx';
import { Cluster, Page, PageTitle } from '../parts/page.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './profile.css.ts';

type Props = ViewProps<typeof sessionMachine> & { readonly orders: ReactNode };

/** The account as far as it goes today: who is logged in, the way out, and the orders. */
export function ProfileView({ snapshot, send, orders }: Props) {
  const { user } = snapshot.context;
  return (
    <Page width="text">
      <Head title="My Account" indexed={false} />
      <PageTitle>My Account</PageTitle>
      <Card title={user?.name || 'User'}>
        <dl className={styles.list}>
          <dt>Email</dt>
          <dd>{user?.email}</dd>
          {user?.phone != null && user.phone !== '' && (
            <>
              <dt>Phone</dt>
              <dd>{displayPhone(user.phone)}</dd>
            </>
          )}
        </dl>
      </Card>
      <Cluster>
        <LinkButton to={paths.products}>Continue shopping</LinkButton>
        <Button look="secondary" busy={snapshot.hasTag('busy')} onClick={() => send({ type: 'session.logout' })}>
          Logout
        </Button>
      </Cluster>
      {orders}
    </Page>
  );
}
