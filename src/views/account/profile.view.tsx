import type { ReactNode } from 'react';
import type { profileMachine } from '../../machines/account/profile.machine.ts';
import type { ProfileSection } from '../../rules/account/profile-section.ts';
import { assertPresent } from '../../rules/required.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { EmailText } from '../parts/email-text.tsx';
import { Head } from '../parts/head.tsx';
import { Modal, ModalActions } from '../parts/modal.tsx';
import { Page, PageTitle } from '../parts/page.tsx';
import { Picture } from '../parts/picture.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import { PageSpinner } from '../parts/spinner.tsx';
import { Tabs } from '../parts/tabs.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './profile.css.ts';
import * as texts from '../../texts/account.ts';

interface Panels {
  readonly account: ReactNode;
  readonly orders: ReactNode;
  readonly addresses: ReactNode;
}

type Props = ViewProps<typeof profileMachine>;

const TABS: readonly { readonly id: ProfileSection; readonly title: string }[] = [
  { id: 'account', title: texts.myAccount },
  { id: 'orders', title: texts.orderHistory },
  { id: 'address', title: texts.address },
  { id: 'logout', title: texts.logout },
];

/**
 * The logged-in customer and the tabs (§2 Profile). All panels stay mounted, so that typed text survives a look at
 * another tab.
 */
export function ProfileView(props: Props & Panels) {
  const { snapshot } = props;
  if (snapshot.matches('gone')) return null;
  return (
    <Page>
      <Head title={texts.myAccount} indexed={false} />
      <PageTitle>{texts.myAccount}</PageTitle>
      {snapshot.matches('loading') && <PageSpinner label={texts.loadingYourProfile} />}
      {snapshot.matches('loadFailed') && (
        <Alert problem={snapshot.context.problem}>
          <RetryButton onRetry={() => props.send({ type: 'profile.retry' })} />
        </Alert>
      )}
      {(snapshot.matches('ready') || snapshot.matches('loggingOut')) && <Account {...props} />}
    </Page>
  );
}

function Account({ snapshot, send, account, orders, addresses }: Props & Panels) {
  const user = assertPresent(snapshot.context.user);
  const isLeaving = snapshot.matches('loggingOut');
  const open = openTab(snapshot);
  return (
    <div className={styles.columns}>
      <Card>
        <div className={styles.person}>
          <div className={styles.avatar}>
            <Picture src={user.avatar ?? undefined} alt="" sizes="72px" shape="round" />
          </div>
          <div className={styles.names}>
            <h2 className={styles.name}>{user.name || texts.unnamedUser}</h2>
            <p className={styles.email}>
              <EmailText email={user.email} />
            </p>
          </div>
        </div>
      </Card>
      <Tabs
        label={texts.yourAccount}
        tabs={TABS}
        open={open}
        onOpen={(section) => send({ type: 'section.choose', section })}
      >
        <div className={styles.panel} hidden={open !== 'account'}>
          {account}
        </div>
        <div className={styles.panel} hidden={open !== 'orders'}>
          {orders}
        </div>
        <div className={styles.panel} hidden={open !== 'address'}>
          {addresses}
        </div>
      </Tabs>
      {(isLeaving || snapshot.matches({ ready: 'logoutDialog' })) && (
        <ConfirmLogout
          isLeaving={isLeaving}
          onCancel={() => send({ type: 'logout.cancel' })}
          onConfirm={() => send({ type: 'logout.confirm' })}
        />
      )}
    </div>
  );
}

interface ConfirmLogoutProps {
  readonly isLeaving: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

function ConfirmLogout({ isLeaving, onCancel, onConfirm }: ConfirmLogoutProps) {
  return (
    <Modal title={texts.confirmLogout} {...(!isLeaving && { onDismiss: onCancel })}>
      <p>{texts.logoutQuestion}</p>
      <ModalActions>
        <Button look="secondary" {...(isLeaving ? { 'aria-disabled': true } : { onClick: onCancel })}>
          {texts.cancel}
        </Button>
        <Button busy={isLeaving} onClick={onConfirm}>
          {texts.logout}
        </Button>
      </ModalActions>
    </Modal>
  );
}

/** The logout dialog is shown over the account tab (A52). */
function openTab(snapshot: Props['snapshot']): ProfileSection {
  if (snapshot.matches({ ready: 'orders' })) return 'orders';
  return snapshot.matches({ ready: 'address' }) ? 'address' : 'account';
}
