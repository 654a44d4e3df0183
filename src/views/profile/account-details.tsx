import { displayPhone } from '../../../contract/rules/phone.ts';
import type { User } from '../../../contract/user.ts';
import { Card } from '../parts/card.tsx';
import * as styles from './profile.css.ts';

/** How the shop reaches the shopper. */
export function AccountDetails({ user }: { readonly user: User | null }) {
  return (
    <Card title="Profile Information">
      <dl className={styles.details}>
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
  );
}
