import { formatPhone, toPhoneHref } from '../../../contract/rules/phone.ts';
import { useId } from 'react';
import type { PickupStation } from '../../../contract/pickup.ts';
import { formatStationAddress } from '../../rules/checkout/pickup.ts';
import { formatOpeningHours } from '../../rules/opening-hours.ts';
import { List } from '../parts/list.tsx';
import { body, note, radio, title } from '../parts/radio-card.css.ts';
import * as styles from './delivery.css.ts';
import * as texts from '../../texts/checkout.ts';

interface StationsProps {
  readonly stations: readonly PickupStation[];
  readonly chosen: PickupStation | null;
  /** `true` while the order is under way. */
  readonly disabled: boolean;
  readonly onChoose: (id: string) => void;
}

/** The stations of a town as a choice. */
export function Stations({ stations, chosen, disabled, onChoose }: StationsProps) {
  return stations.map((station) => (
    <Station
      key={station._id}
      station={station}
      isChosen={station._id === chosen?._id}
      disabled={disabled}
      onChoose={onChoose}
    />
  ));
}

interface StationProps {
  readonly station: PickupStation;
  readonly isChosen: boolean;
  readonly disabled: boolean;
  readonly onChoose: (id: string) => void;
}

function Station({ station, isChosen, disabled, onChoose }: StationProps) {
  const { _id, name, phone, email, operatingHours } = station;
  const id = useId();
  return (
    <div className={styles.station}>
      <label className={styles.choice}>
        <input
          type="radio"
          name="station"
          value={_id}
          checked={isChosen}
          disabled={disabled}
          className={radio}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-address ${id}-hours`}
          onChange={() => onChoose(_id)}
        />
        <span className={body}>
          <span id={`${id}-name`} className={title}>
            {name}
          </span>
          <span id={`${id}-address`} className={note}>
            {formatStationAddress(station)}
          </span>
        </span>
      </label>
      <div className={styles.facts}>
        <List id={`${id}-hours`} className={styles.hours} aria-label={texts.openingHours}>
          {formatOpeningHours(operatingHours).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </List>
        {(phone !== '' || email !== '') && (
          <div className={styles.contact}>
            {phone !== '' && (
              <a className={styles.link} href={toPhoneHref(phone)}>
                {formatPhone(phone)}
              </a>
            )}
            {email !== '' && (
              <a className={styles.link} href={`mailto:${email}`}>
                {email}
              </a>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
