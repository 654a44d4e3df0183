import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { judgePure, type PureTable, type Requirement, type Sentence } from 'model-testing/pure-machine';
import { getRowName, loadFlow } from 'model-testing/table/flow';
import type { Elsewhere } from 'model-testing/table/table';
import { config } from '../../../model-testing.config.ts';
import type { ParcelContext, ParcelMachineEvent, ParcelState } from '../../../server/machines/parcel.types.ts';

/** A parcel in the table's terms. */
export interface ParcelFacts extends ParcelContext {
  readonly parcel: ParcelState;
}
type Test = (facts: ParcelFacts, event: ParcelMachineEvent) => boolean;
export type ParcelSentence = Sentence<ParcelFacts, ParcelMachineEvent>;

/** Time of the steps, and of the corrections after them. */
const NOW = 1_000_000;
const GRACE = 30_000;
const COLLECT_UNTIL = NOW + 604_800_000;

export const flow = loadFlow(config, 'parcel');

/** Rows about calls, messages, codes and the clock. Other tests cover them, not the machine. */
const ELSEWHERE: readonly Elsewhere[] = [
  {
    rows: /^\w+: (?:PUT|POST|staff: (?:start|cancel)|shopper: cancel)/,
    by: 'tests/server/parcels/reports.test.ts',
  },
  {
    rows: /^\w+: .*(?:\(no reason\)|code ''|code '12345'|code '12345a'|without its last|at the same moment)/,
    by: 'tests/server/parcels/reports.test.ts',
  },
  {
    rows: /^ready: (?:timer|the (?:first|second) provider|the message ready|the job)/,
    by: 'tests/server/parcels/collection.test.ts',
  },
  { rows: /^(?!ready)\w+: (?:timer|14 days|3 days)/, by: 'tests/server/orders/stale.test.ts' },
];
/** The rows that this machine runs. */
export const parcelRows = flow.rows.filter((row) => !ELSEWHERE.some(({ rows }) => rows.test(getRowName(row))));

const isType =
  (...types: readonly ParcelMachineEvent['type'][]): Test =>
  (_, { type }) =>
    types.includes(type);
const isDelivered =
  (proof: 'code' | 'identityCard' | null): Test =>
  (_, event) =>
    event.type === 'parcel.delivered' && event.proof === proof;
const isCorrected =
  (...times: readonly number[]): Test =>
  (_, event) =>
    event.type === 'parcel.corrected' && !event.isFollowed && (times.length === 0 || times.includes(event.now - NOW));
const isNever: Test = () => false;

/** The machine event of each row. A wrong code never reaches the machine. */
const ON: readonly (readonly [RegExp, Test])[] = [
  [/^staff: ship/, isType('staff.ship')],
  [/^staff: deliver$/, isType('staff.deliver')],
  [/^staff: parcel\.ready$/, isType('parcel.ready')],
  [/^staff: parcel\.delivered$/, isDelivered(null)],
  [/^staff: parcel\.delivered\(code '654321'\)$/, isNever],
  [/^staff: parcel\.delivered\(code/, isDelivered('code')],
  [/^staff: parcel\.delivered\(identity card\)$/, isDelivered('identityCard')],
  [/^staff: parcel\.refused/, isType('parcel.refused')],
  [/^staff: parcel\.lost/, isType('parcel.lost')],
  [/^staff: parcel\.resent/, isType('parcel.resent')],
  [/^staff: parcel\.returned$/, isType('parcel.returned')],
  [
    /^staff: stock\.inspected\(line A, the same/,
    (_, event) => event.type === 'stock.inspected' && event.known === 'same',
  ],
  [
    /^staff: stock\.inspected\(line A/,
    (_, event) => event.type === 'stock.inspected' && event.known === null && !event.isLast,
  ],
  [
    /^staff: stock\.inspected\(line B/,
    (_, event) => event.type === 'stock.inspected' && event.known === null && event.isLast,
  ],
  [/^staff: counter\.handedOver$/, isType('counter.handedOver')],
  [/^the 7 days are over/, isType('parcel.uncollected')],
  [
    /^staff: parcel\.corrected, 29999/,
    (facts, event) => facts.cameFrom === 'none' && isCorrected(GRACE - 1)(facts, event),
  ],
  [/^staff: parcel\.corrected, 30000/, isCorrected(GRACE)],
  [/^staff: parcel\.corrected$/, isType('parcel.corrected')],
];

const hasDelivery =
  (...ways: readonly ParcelContext['delivery'][]): Test =>
  ({ delivery }) =>
    ways.includes(delivery);
const cameFrom =
  (...states: readonly ParcelState[]): Test =>
  (facts, event) =>
    facts.cameFrom !== null && states.includes(facts.cameFrom) && isCorrected(GRACE - 1)(facts, event);
const isLate: Test = (_, event) => event.type === 'parcel.corrected' && event.now - NOW >= GRACE;
const isFollowed: Test = (_, event) => event.type === 'parcel.corrected' && event.isFollowed;
const always: Test = () => true;
const both =
  (...tests: readonly Test[]): Test =>
  (facts, event) =>
    tests.every((test) => test(facts, event));

/** The parcels that match each condition. The order machine's own rows decide about money. */
const WHEN: readonly (readonly [RegExp, Test])[] = [
  [/^walk-in order, (?:M-Pesa, unpaid|held|cancelled)$|^refund raised early$|^held after/, isNever],
  [/^walk-in/, hasDelivery('walkIn')],
  [/^order of a shopper/, hasDelivery('home', 'pickup')],
  [/^within 30 s after it was shipped first$|^within 30 s after counter/, cameFrom('none')],
  [/^within 30 s after it was resent, refused/, cameFrom('refused')],
  [/^within 30 s after it was resent, uncollected/, cameFrom('uncollected')],
  [/^30 s or more/, isLate],
  [/its cash was counted in$|a line was inspected$|its refund was approved$/, isFollowed],
  [/^within 30 s, (?:on the way|.*ready|.*refused|.*uncollected|.*lost) before/, () => false],
  [/^home delivery, within 30 s/, both(hasDelivery('home'), cameFrom('onTheWay'))],
  [/^pickup, within 30 s/, both(hasDelivery('pickup'), cameFrom('ready'))],
  [/^within 30 s$/, cameFrom('onTheWay')],
  [/^home delivery/, hasDelivery('home')],
  [/^pickup/, hasDelivery('pickup')],
  [/^(?:paid|cash on delivery|line [AB] is)/, always],
];

const BEFORE = /(on the way|ready|refused|uncollected|lost) before/;
const STATES: Readonly<Record<string, ParcelState>> = { 'on the way': 'onTheWay' };

function toCondition(when: string | null): Test {
  if (when === null) return always;
  const [, before] = BEFORE.exec(when) ?? [];
  if (/within 30 s/.test(when) && before !== undefined && !when.includes('resent')) {
    const way = /^(home delivery|pickup)/.exec(when)?.[1];
    const isWay = way === undefined ? always : hasDelivery(way === 'pickup' ? 'pickup' : 'home');
    return both(isWay, cameFrom(STATES[before] ?? (before as ParcelState)));
  }
  if (/within 30 s, (?:paid before|cash on delivery)$/.test(when))
    return both(hasDelivery('home'), cameFrom('onTheWay'));
  const found = WHEN.find(([pattern]) => pattern.test(when));
  if (found === undefined) throw new Error(`the table's map has no word for: ${when}`);
  return found[1];
}

/** Rows that only the order machine or a count of tries refuses. */
export const isElsewhereDecided = ({ on, when }: { readonly on: string; readonly when: string | null }) =>
  on.includes("'654321'") ||
  /M-Pesa, unpaid|walk-in order, held|walk-in order, cancelled|^refund raised early$|^held after/.test(when ?? '');

/** The rows are of shoppers' orders, but for the counter. */
const realistic: Test = ({ delivery, parcel }, event) =>
  event.type !== 'parcel.delivered' || parcel === 'delivered' || delivery !== 'walkIn';

export const parcelRowSentences: readonly ParcelSentence[] = parcelRows
  .filter((row) => !(row.says != null && isElsewhereDecided(row)))
  .map((row) => {
    const name = getRowName(row);
    const on = ON.find(([pattern]) => pattern.test(row.on))?.[1];
    if (on === undefined) throw new Error(`the table's map has no word for: ${row.on}`);
    const covers = both(({ parcel }) => parcel === row.from, on, toCondition(row.when), realistic);
    const parcel = row.to as ParcelState;
    return {
      name,
      says: (facts, event) =>
        covers(facts, event)
          ? row.says != null
            ? { isRefused: true }
            : { facts: parcel === facts.parcel ? {} : { parcel } }
          : null,
    };
  });

const news = (about: string) => ({ type: 'queueMessage', params: { about } });
const tell = (event: string) => ({ type: 'tellOrder', params: { event } });
const REPEAT: Requirement<ParcelFacts> = { effects: [{ type: 'ignoreRepeat' }] };
const OUT: readonly ParcelState[] = ['refused', 'uncollected'];
const ON_WAY: readonly ParcelState[] = ['onTheWay', 'ready', ...OUT];

function isForBuyer({ delivery, parcel }: ParcelFacts, event: ParcelMachineEvent): boolean {
  const isHome = delivery === 'home' && (parcel === 'onTheWay' || parcel === 'refused');
  if (event.type === 'staff.deliver') return isHome;
  if (event.type !== 'parcel.delivered') return false;
  const isPickup = delivery === 'pickup' && ['ready', ...OUT].includes(parcel) && event.proof !== null;
  return isHome || isPickup;
}

/** Returns the state that a step leads to, with its effects. `null` for an event that is no step now. */
function toStep(
  facts: ParcelFacts,
  event: ParcelMachineEvent,
): readonly [ParcelState, Requirement<ParcelFacts>['effects']] | null {
  const { parcel, delivery } = facts;
  if (isForBuyer(facts, event)) return ['delivered', [tell('staff.deliver')]];
  switch (event.type) {
    case 'staff.ship':
      return parcel === 'none' ? ['onTheWay', [tell('staff.ship')]] : null;
    case 'counter.handedOver':
      return parcel === 'none' && delivery === 'walkIn' ? ['delivered', [tell('counter.handedOver')]] : null;
    case 'parcel.ready':
      return parcel === 'onTheWay' && delivery === 'pickup' ? ['ready', [{ type: 'makeCode' }]] : null;
    case 'parcel.refused':
      return (parcel === 'onTheWay' && delivery === 'home') || parcel === 'ready'
        ? ['refused', [news('refused')]]
        : null;
    case 'parcel.lost':
      return ON_WAY.includes(parcel) ? ['lost', [tell('parcel.lost'), { type: 'recordLoss' }, news('lost')]] : null;
    case 'parcel.resent':
      return OUT.includes(parcel) ? ['onTheWay', [tell('parcel.resent'), news('resent')]] : null;
    case 'parcel.returned':
      if (parcel === 'lost') return ['returned', []];
      return OUT.includes(parcel) ? ['returned', [tell('parcel.returned'), news('returned')]] : null;
    default:
      return null;
  }
}

/** Left to the rulings: the effects, and what a correction needs to know. */
export const PARCEL_MACHINE_RULINGS: readonly ParcelSentence[] = [
  {
    name: 'OWN-P1, OWN-P4: a step tells the order and the shopper, and remembers where it came from',
    says: (facts, event) => {
      const step = toStep(facts, event);
      if (step === null) return null;
      return { facts: { parcel: step[0], cameFrom: facts.parcel, changedAt: NOW }, effects: step[1] ?? [] };
    },
  },
  {
    name: 'OWN-P4: a correction undoes the last step once, drops its message and tells the order',
    says: ({ parcel, cameFrom: from }, event) =>
      event.type === 'parcel.corrected' && from !== null && !event.isFollowed && event.now < NOW + GRACE
        ? {
            facts: { parcel: from, cameFrom: null, changedAt: null },
            effects: [
              { type: 'undoStep' },
              ...(parcel === 'returned' && from === 'lost' ? [] : [tell('parcel.corrected')]),
            ],
          }
        : null,
  },
  {
    name: 'OWN-P1: the clock alone makes a parcel uncollected, when its 7 days are over',
    says: ({ parcel }, event) =>
      event.type === 'parcel.uncollected' &&
      parcel === 'ready' &&
      event.collectUntil !== null &&
      event.now >= event.collectUntil
        ? { facts: { parcel: 'uncollected', cameFrom: null, changedAt: null }, effects: [news('uncollected')] }
        : null,
  },
  {
    name: 'OWN-P1: each line of a returned parcel is inspected once, and the last tells the order',
    says: ({ parcel }, event) => {
      if (event.type !== 'stock.inspected') return null;
      if (event.known === 'same') return parcel === 'returned' || parcel === 'inspected' ? REPEAT : null;
      if (parcel !== 'returned' || event.known !== null) return null;
      if (!event.isLast) return { effects: [{ type: 'inspectLine' }] };
      const told = { type: 'informOrder', params: { event: 'parcel.inspected' } };
      return {
        facts: { parcel: 'inspected', cameFrom: null, changedAt: null },
        effects: [{ type: 'inspectLine' }, told],
      };
    },
  },
  {
    name: 'OWN-P2: a pickup that waits for its buyer gets another code, or its tries back',
    says: ({ parcel, delivery }, { type }) =>
      (type === 'code.resent' || type === 'code.unlocked') &&
      (parcel === 'ready' || (OUT.includes(parcel) && delivery === 'pickup'))
        ? { effects: [{ type: type === 'code.resent' ? 'makeCode' : 'unlockCode' }] }
        : null,
  },
  {
    name: 'providers 2.1: the same step again changes nothing',
    says: (facts, { type }) => {
      const again: Partial<Record<ParcelState, readonly ParcelMachineEvent['type'][]>> = {
        onTheWay: ['staff.ship', 'parcel.resent'],
        ready: ['staff.ship', 'parcel.ready'],
        refused: ['staff.ship', 'parcel.refused'],
        uncollected: ['staff.ship', 'parcel.uncollected'],
        delivered: ['parcel.delivered', 'staff.deliver', 'counter.handedOver'],
        lost: ['parcel.lost'],
        returned: ['parcel.returned'],
        inspected: ['parcel.returned'],
      };
      return again[facts.parcel]?.includes(type) === true ? REPEAT : null;
    },
  },
];

function events(): readonly ParcelMachineEvent[] {
  const now = NOW;
  const isEither = [false, true];
  return [
    ...(
      ['staff.ship', 'staff.deliver', 'counter.handedOver', 'parcel.ready', 'parcel.refused', 'parcel.lost'] as const
    ).map((type) => ({ type, now })),
    { type: 'parcel.returned', now },
    { type: 'parcel.resent', now, trackingNumber: null },
    ...(['code', 'identityCard', null] as const).map((proof) => ({ type: 'parcel.delivered', now, proof }) as const),
    ...[null, COLLECT_UNTIL].map(
      (collectUntil) => ({ type: 'parcel.uncollected', now: COLLECT_UNTIL, collectUntil }) as const,
    ),
    { type: 'parcel.uncollected', now: COLLECT_UNTIL - 1, collectUntil: COLLECT_UNTIL },
    ...(['same', 'other', null] as const).flatMap((known) =>
      isEither.map((isLast) => ({ type: 'stock.inspected', known, isLast }) as const),
    ),
    ...[GRACE - 1, GRACE].flatMap((ms) =>
      isEither.map((isFollowed) => ({ type: 'parcel.corrected', now: NOW + ms, isFollowed }) as const),
    ),
    { type: 'code.resent' },
    { type: 'code.unlocked' },
  ];
}

export const parcelTable: PureTable<ParcelFacts, ParcelMachineEvent> = {
  starts: (['home', 'pickup', 'walkIn'] as const).map((delivery) => ({
    input: { delivery },
    facts: { delivery, parcel: 'none', cameFrom: null, changedAt: null },
  })),
  getFacts: ({ value, context }: AnyMachineSnapshot) => ({
    ...(context as ParcelContext),
    parcel: value as ParcelState,
  }),
  events,
  sentences: [...parcelRowSentences, ...PARCEL_MACHINE_RULINGS],
};

/** Returns the first violation of the table or the rulings by a machine, or `null`. */
export function judgeParcelMachine(machine: AnyStateMachine): string | null {
  return judgePure(machine, parcelTable);
}
