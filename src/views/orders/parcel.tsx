import type { Order } from '../../../contract/orders.ts';
import { formatPhone, toPhoneHref } from '../../../contract/rules/phone.ts';
import { shop } from '../../../contract/shop.config.ts';
import { formatOpeningHours } from '../../rules/opening-hours.ts';
import { getParcelWords } from '../../rules/orders/parcel-words.ts';
import type { ParcelState, ParcelWords } from '../../rules/orders/parcel-words.ts';
import { formatNairobiDay } from '../format/long-date.ts';
import { List } from '../parts/list.tsx';
import { Notice } from '../parts/notice.tsx';
import * as styles from './parcel.css.ts';
import * as texts from '../../texts/orders.ts';

const TONES: Readonly<Partial<Record<ParcelState, 'good' | 'warn'>>> = {
  ready: 'good',
  delivered: 'good',
  refused: 'warn',
  uncollected: 'warn',
};

/** Returns what to say about the order's parcel, with times in Nairobi. `null` without a parcel. */
export function getWords(order: Order): ParcelWords | null {
  return getParcelWords(order, formatNairobiDay(order.parcel?.collectUntil ?? ''));
}

/** What happened to the parcel and what the shopper can do, below the steps of the order (OWN-P1, OWN-P2). */
export function ParcelNotice({ order }: { readonly order: Order }) {
  const words = getWords(order);
  if (words === null) return null;
  const { state, sentence, advice } = words;
  if (sentence === null) return <Lines lines={advice} />;
  return (
    <Notice tone={TONES[state] ?? 'info'}>
      <p className={styles.sentence}>{sentence}</p>
      {state === 'ready' && <Station pickup={order.parcel?.pickup ?? null} />}
      <Lines lines={advice} />
    </Notice>
  );
}

/** Sentences, each with the shop's number as a link. */
export function Lines({ lines }: { readonly lines: readonly string[] }) {
  return lines.map((line) => <Line key={line} line={line} />);
}

const PHONE = formatPhone(shop.phone);

function Line({ line }: { readonly line: string }) {
  const [before = '', after] = line.split(PHONE);
  if (after === undefined) return <p>{line}</p>;
  return (
    <p>
      <span>{before}</span>
      <a className={styles.phone} href={toPhoneHref(shop.phone)}>
        {PHONE}
      </a>
      <span>{after}</span>
    </p>
  );
}

interface StationProps {
  readonly pickup: NonNullable<Order['parcel']>['pickup'];
}

/** Where a parcel waits. */
export function Station({ pickup }: StationProps) {
  if (pickup === null) return null;
  const { name, address, phone, operatingHours } = pickup;
  return (
    <address className={styles.station}>
      <p className={styles.sentence}>{name}</p>
      <p>{address}</p>
      {phone !== '' && (
        <a className={styles.call} href={toPhoneHref(phone)}>
          {formatPhone(phone)}
        </a>
      )}
      <List className={styles.hours} aria-label={texts.openingHours}>
        {formatOpeningHours(operatingHours).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </List>
    </address>
  );
}
