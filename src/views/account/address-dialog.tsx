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

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** One address, new or changed (§2 Address tab). What is wrong is said inside, where it is read out. */
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
      title={chosen === null ? 'Add New Address' : 'Edit Address'}
      {...(!isBusy && { onDismiss: () => send({ type: 'form.cancel' }) })}
    >
      <Form label="Address" onSubmit={() => send({ type: 'form.submit' })}>
        <Alert problem={message?.isOfDialog === true ? message.problem : null} takeFocus />
        <p className={styles.note}>Fields with * are required.</p>
        <Select {...common('type')} label="Address Type" disabled={isBusy} options={optionsOf(ADDRESS_TYPES)} />
        <TextField
          {...common('name')}
          label="Full Name*"
          autoComplete="name"
          required
          readOnly={isBusy}
          maxLength={ADDRESS_MOST.name}
        />
        <TextField
          {...common('address')}
          label="Street Address*"
          autoComplete="address-line1"
          required
          readOnly={isBusy}
          maxLength={ADDRESS_MOST.address}
        />
        <div className={styles.pair}>
          <TextField
            {...common('city')}
            label="City*"
            autoComplete="address-level2"
            required
            readOnly={isBusy}
            maxLength={ADDRESS_MOST.city}
          />
          <TextField
            {...common('postalCode')}
            label="Postal Code"
            inputMode="numeric"
            autoComplete="postal-code"
            readOnly={isBusy}
            maxLength={ADDRESS_MOST.postalCode}
          />
        </div>
        <Select
          {...common('country')}
          label="Country*"
          autoComplete="country-name"
          required
          disabled={isBusy}
          options={optionsOf(ADDRESS_COUNTRIES)}
        />
        <TextField
          {...common('phone')}
          label="Phone Number"
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
          Set as default address
        </Checkbox>
        <ModalActions>
          <Button look="secondary" disabled={isBusy} onClick={() => send({ type: 'form.cancel' })}>
            Cancel
          </Button>
          <Button type="submit" busy={isBusy} disabled={!isBusy && !snapshot.can({ type: 'form.submit' })}>
            {chosen === null ? 'Add Address' : 'Update Address'}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
