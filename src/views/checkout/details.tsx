import { ADDRESS_COUNTRIES, ADDRESS_MOST } from '../../rules/account/address-book.ts';
import { DELIVERY_COUNTRY } from '../../rules/checkout/checkout.ts';
import type { DeliveryDetails, DeliveryField, RefusedField } from '../../rules/checkout/checkout.ts';
import { Card } from '../parts/card.tsx';
import { Checkbox } from '../parts/checkbox.tsx';
import { Notice } from '../parts/notice.tsx';
import { Select } from '../parts/select.tsx';
import { TextField } from '../parts/text-field.tsx';
import * as styles from './checkout.css.ts';
import * as texts from '../../texts/checkout.ts';

interface DetailsProps {
  readonly details: DeliveryDetails;
  /** A pickup needs no address. */
  readonly isPickup: boolean;
  readonly badFields: readonly RefusedField[];
  /** The error text under the bad fields. */
  readonly problem: string | null;
  /** `true` while the order is under way. */
  readonly readOnly: boolean;
  readonly onChange: (field: DeliveryField, value: string) => void;
}

/** Recipient and address of the parcel. */
export function Details({ details, isPickup, badFields, problem, readOnly, onChange }: DetailsProps) {
  const common = (field: DeliveryField) => ({
    name: field,
    value: details[field],
    error: badFields.includes(field) ? problem : null,
    onChange: (value: string) => onChange(field, value),
  });
  return (
    <div className={styles.fields}>
      <TextField
        {...common('name')}
        readOnly={readOnly}
        label={texts.fullName}
        autoComplete="name"
        maxLength={ADDRESS_MOST.name}
        required
      />
      <TextField
        {...common('phone')}
        readOnly={readOnly}
        label={texts.phoneNumber}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={ADDRESS_MOST.phone}
        required
      />
      {!isPickup && (
        <>
          <TextField
            {...common('address')}
            readOnly={readOnly}
            label={texts.streetAddress}
            autoComplete="address-line1"
            maxLength={ADDRESS_MOST.address}
            required
          />
          <TextField
            {...common('city')}
            readOnly={readOnly}
            label={texts.city}
            autoComplete="address-level2"
            maxLength={ADDRESS_MOST.city}
            required
          />
          <Select
            {...common('country')}
            disabled={readOnly}
            label={texts.country}
            hint={details.country === DELIVERY_COUNTRY ? null : texts.kenyaOnly}
            autoComplete="country-name"
            options={ADDRESS_COUNTRIES.map((name) => ({ value: name, label: name }))}
          />
        </>
      )}
    </div>
  );
}

interface AddressNoticeProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Explains that a changed address will be saved, and lets the shopper prevent it (U23). */
export function AddressNotice({ isOn, onChange }: AddressNoticeProps) {
  return (
    <>
      {isOn && <Notice>{texts.savedAsNewDefault}</Notice>}
      <Checkbox name="saveAddress" checked={isOn} onChange={onChange}>
        {texts.saveAsDefault}
      </Checkbox>
    </>
  );
}

export function DetailsCard(props: DetailsProps & { readonly notice: AddressNoticeProps | null }) {
  return (
    <Card title={props.isPickup ? texts.whoPicksItUp : texts.deliveryDetails}>
      <Details {...props} />
      {props.notice !== null && <AddressNotice {...props.notice} />}
    </Card>
  );
}
