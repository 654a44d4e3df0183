import type { addressBookMachine } from '../../machines/account/address-book.machine.ts';
import { ADDRESS_COUNTRIES, ADDRESS_MOST, ADDRESS_TYPES } from '../../rules/account/address-book.ts';
import type { AddressField } from '../../rules/account/address-book.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { Form } from '../parts/form.tsx';
import { Modal, ModalActions } from '../parts/modal.tsx';
import { Select } from '../parts/select.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './address-book.css.ts';
import * as texts from '../../texts/account.ts';

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Dialog for a new or changed address (§2 Address tab). Errors appear inside, where screen readers read them. */
export function AddressDialog({ snapshot, send }: ViewProps<typeof addressBookMachine>) {
  const { draft, fieldErrors, chosen, message } = snapshot.context;
  const isBusy = !snapshot.matches({ open: { book: { modal: 'filling' } } });
  const common = (field: AddressField) => ({
    name: field,
    value: draft[field],
    error: fieldErrors[field] ?? null,
    onChange: (value: string) => send({ type: 'field.change', field, value }),
  });
  return (
    <Modal
      title={chosen === null ? texts.addNewAddress : texts.editAddress}
      {...(!isBusy && { onDismiss: () => send({ type: 'form.cancel' }) })}
    >
      <Form label={texts.address} onSubmit={() => send({ type: 'form.submit' })}>
        <Alert problem={message?.isInDialog === true ? message.problem : null} takeFocus />
        <p className={styles.note}>{texts.starIsRequired}</p>
        <Select {...common('type')} label={texts.addressType} disabled={isBusy} options={toOptions(ADDRESS_TYPES)} />
        <TextField
          {...common('name')}
          label={texts.fullNameRequired}
          autoComplete="name"
          required
          readOnly={isBusy}
          maxLength={ADDRESS_MOST.name}
        />
        <TextField
          {...common('address')}
          label={texts.streetAddressRequired}
          autoComplete="address-line1"
          required
          readOnly={isBusy}
          maxLength={ADDRESS_MOST.address}
        />
        <div className={styles.pair}>
          <TextField
            {...common('city')}
            label={texts.cityRequired}
            autoComplete="address-level2"
            required
            readOnly={isBusy}
            maxLength={ADDRESS_MOST.city}
          />
          <TextField
            {...common('postalCode')}
            label={texts.postalCode}
            inputMode="numeric"
            autoComplete="postal-code"
            readOnly={isBusy}
            maxLength={ADDRESS_MOST.postalCode}
          />
        </div>
        <Select
          {...common('country')}
          label={texts.countryRequired}
          autoComplete="country-name"
          required
          disabled={isBusy}
          options={toOptions(ADDRESS_COUNTRIES)}
        />
        <TextField
          {...common('phone')}
          label={texts.phoneNumber}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          readOnly={isBusy}
          maxLength={ADDRESS_MOST.phone}
        />
        <Checkbox
          name="isDefault"
          checked={draft.isDefault}
          disabled={isBusy}
          onChange={(isOn) => send({ type: 'default.choose', isOn })}
        >
          {texts.setAsDefaultAddress}
        </Checkbox>
        <ModalActions>
          <Button look="secondary" disabled={isBusy} onClick={() => send({ type: 'form.cancel' })}>
            {texts.cancel}
          </Button>
          <Button type="submit" busy={isBusy} disabled={!isBusy && !snapshot.can({ type: 'form.submit' })}>
            {chosen === null ? texts.addAddress : texts.updateAddress}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
