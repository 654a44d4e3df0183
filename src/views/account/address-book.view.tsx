import { formatPhone } from '../../../contract/rules/phone.ts';
import { useId } from 'react';
import type { SavedAddress } from '../../../contract/user.ts';
import type { addressBookMachine } from '../../machines/account/address-book.machine.ts';
import { formatShortAddress } from '../../rules/account/address-book.ts';
import { Alert } from '../parts/alert.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { classNames } from '../parts/class-names.ts';
import { focusAround } from '../parts/focus-control.ts';
import { Icon } from '../parts/icon.tsx';
import { List } from '../parts/list.tsx';
import { Notice } from '../parts/notice.tsx';
import type { ViewProps } from '../view.ts';
import { AddressDialog } from './address-dialog.tsx';
import * as styles from './address-book.css.ts';
import * as texts from '../../texts/account.ts';
import * as outlines from '../parts/outlines.ts';

const SECTION = '[data-address-book]';

type Props = ViewProps<typeof addressBookMachine>;

/** The controls under the dialog are disabled, so the focus cannot return to them. */
const hasDialog = (snapshot: Props['snapshot']) => snapshot.matches({ open: { book: 'modal' } });

/** The saved addresses (§2 Address tab). The section takes the focus when a button disappears with its address. */
export function AddressBookView({ snapshot, send }: Props) {
  const id = useId();
  if (snapshot.matches('gone')) return null;
  const { addresses } = snapshot.context.user;
  const isCovered = hasDialog(snapshot);
  return (
    <section className={styles.book} aria-labelledby={id} tabIndex={-1} data-address-book>
      <div className={styles.head}>
        <h2 id={id}>{texts.savedAddresses}</h2>
        <Button
          disabled={!isCovered && !snapshot.can({ type: 'address.add' })}
          onClick={() => send({ type: 'address.add' })}
        >
          <Icon outline={outlines.plus} size="s" />
          {texts.addNewAddress}
        </Button>
      </div>
      <AddressMessage snapshot={snapshot} send={send} />
      {addresses.length === 0 ? (
        <div className={styles.none}>
          <Icon outline={outlines.box} size="l" />
          <p>{texts.noSavedAddresses}</p>
        </div>
      ) : (
        <List className={styles.list}>
          {addresses.map((address) => (
            <li key={address._id} className={classNames(styles.card, address.isDefault && styles.isDefault)}>
              <AddressCard address={address} snapshot={snapshot} send={send} />
            </li>
          ))}
        </List>
      )}
      {isCovered && <AddressDialog key={snapshot.context.chosen?._id ?? 'new'} snapshot={snapshot} send={send} />}
    </section>
  );
}

function AddressCard({ address: one, snapshot, send }: Props & { readonly address: SavedAddress }) {
  const { _id: id, type, name, address, city, postalCode, country, phone, isDefault } = one;
  const isChosen = snapshot.context.chosen?._id === id;
  const isBusy = (book: 'deleting' | 'settingDefault') => isChosen && snapshot.matches({ open: { book } });
  const isOff = (event: 'address.edit' | 'address.makeDefault' | 'address.delete') =>
    !hasDialog(snapshot) && !snapshot.can({ type: event, id });
  return (
    <>
      <div className={styles.kind}>
        <h3 className={styles.type}>{type}</h3>
        {isDefault && <Badge tone="brand">{texts.defaultBadge}</Badge>}
      </div>
      <address className={styles.lines}>
        <span className={styles.name}>{name}</span>
        <span>{address}</span>
        <span>{[city, postalCode].filter((part) => part !== '').join(' ')}</span>
        <span>{country}</span>
        {phone !== '' && <span className={styles.phone}>{formatPhone(phone)}</span>}
      </address>
      <div className={styles.actions}>
        <Button
          look="secondary"
          disabled={isOff('address.edit')}
          aria-label={texts.editNamedAddress(formatShortAddress(one))}
          onClick={() => send({ type: 'address.edit', id })}
        >
          {texts.edit}
        </Button>
        {!isDefault && (
          <Button
            look="secondary"
            busy={isBusy('settingDefault')}
            disabled={!isBusy('settingDefault') && isOff('address.makeDefault')}
            aria-label={texts.setNamedAddressAsDefault(formatShortAddress(one))}
            onClick={({ currentTarget }) => {
              focusAround(currentTarget, SECTION);
              send({ type: 'address.makeDefault', id });
            }}
          >
            {texts.setAsDefault}
          </Button>
        )}
        <Button
          look="danger"
          busy={isBusy('deleting')}
          disabled={!isBusy('deleting') && isOff('address.delete')}
          aria-label={texts.deleteNamedAddress(formatShortAddress(one))}
          onClick={({ currentTarget }) => {
            focusAround(currentTarget, SECTION);
            send({ type: 'address.delete', id });
          }}
        >
          {texts.deleteButton}
        </Button>
      </div>
    </>
  );
}

/** The result of the last action, and Undo for a deletion (U13). */
function AddressMessage({ snapshot, send }: Props) {
  const { message, deleted } = snapshot.context;
  const ofList = message === null || message.isInDialog ? null : message;
  if (ofList === null && deleted === null) return null;
  return (
    <div className={styles.news}>
      {ofList !== null && ofList.isGood && <Notice tone="good">{ofList.problem.text}</Notice>}
      {ofList !== null && !ofList.isGood && <Alert problem={ofList.problem} />}
      {deleted !== null && (
        <div className={styles.undo} role="group" aria-label={texts.undoTheDeletion}>
          <span className={styles.deleted}>{texts.deletedNamedAddress(formatShortAddress(deleted))}</span>
          <Button
            look="secondary"
            busy={snapshot.matches({ open: { undo: 'sending' } })}
            disabled={snapshot.matches({ open: { undo: 'offered' } }) && !snapshot.can({ type: 'undo.press' })}
            onClick={({ currentTarget }) => {
              focusAround(currentTarget, SECTION);
              send({ type: 'undo.press' });
            }}
          >
            {texts.undo}
          </Button>
        </div>
      )}
    </div>
  );
}
