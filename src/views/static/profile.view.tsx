import { Link } from '../parts/link.tsx';
import { displayPhone } from '../../../contract/rules/phone.ts';
import type { sessionMachine } from '../../machines/session.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Head } from '../parts/head.tsx';
import { Cluster, Page, PageTitle } from '../parts/page.tsx';
import { Picture } from '../parts/picture.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './profile.css.ts';

/** The account as far as it goes today: who is logged in, and the way out. */
export function ProfileView({ snapshot, send }: ViewProps<typeof sessionMachine>) {
  const { user } = snapshot.context;
  return (
    <Page width="text">
      <Head title="My Account" indexed={false} />
      <PageTitle>My Account</PageTitle>
      <Card title={user?.name || 'User'}>
        <span className={styles.avatar}>
          <Picture src={user?.avatar ?? undefined} alt="" sizes="64px" shape="round" />
        </span>
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
      <Card title="Order History">
        <p>
          Your orders are kept with us and will be listed here soon. To ask about one, please{' '}
          <Link to={paths.contact}>contact us</Link> with its number.
        </p>
      </Card>
      <Cluster>
        <LinkButton to={paths.products}>Continue shopping</LinkButton>
        <Button look="secondary" busy={snapshot.hasTag('busy')} onClick={() => send({ type: 'session.logout' })}>
          Logout
        </Button>
      </Cluster>
    </Page>
  );
}
