const NAMED = 'every transition into it names the inner state';
const HEARD_ONCE = 'a repeated announcement is handled once: its target state ignores it';
const TOLD = 'a held attempt has already reported another amount, and the general rule ignores repeats';
const ONE_BEFORE = 'a parcel came from one state, so one guard applies';
const SAME_OR_NONE = 'a receipt is being checked, or none is, so one guard applies';
const PART_AND_ENDED = 'an order that is paid in part and cancelled was lost or came back, so one guard applies';
const STAYS = 'nothing happens on entering the state, so staying in it is the same';

/** Mutants of the server's machines that change nothing, by machine and name, each with the reason. */
export const SERVER_EQUIVALENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  circuit: {
    'stay backingOff: answer.busy #1': STAYS,
    'stay backingOff: answer.busy #2': STAYS,
  },
  order: {
    'swap money.partPaid: payment.succeeded #3': PART_AND_ENDED,
    'unguard money.partPaid: payment.succeeded #4': PART_AND_ENDED,
    'swap status.pending: method.cash #1': 'an order is paid in one of the two ways, so one guard applies',
    'start status.cancelled in byShopper': NAMED,
    'start status.cancelled in lost': NAMED,
    'start status.cancelled in returned': NAMED,
    'start status.cancelled in replaced': NAMED,
    'start status.cancelled in expired': NAMED,
    'twice action 1 of entry status.cancelled.byStaff': HEARD_ONCE,
    'twice action 1 of entry status.cancelled.byShopper': HEARD_ONCE,
    'twice action 1 of entry status.cancelled.replaced': HEARD_ONCE,
    'twice action 1 of entry status.cancelled.expired': HEARD_ONCE,
    'twice action 1 of status.cancelled.expired: payment.succeeded': HEARD_ONCE,
    'guard status.shipped: parcel.corrected #2 by canShipAgain': 'a parcel that moved was shipped before',
    'guard status.cancelled.lost: parcel.corrected by canShipAgain': 'only a shipped parcel can be lost',
    'add stock.held: staff.cancel -> stock.committed': 'cancelling immediately releases what was just committed',
  },
  parcel: {
    'swap onTheWay: parcel.corrected #1': ONE_BEFORE,
    'swap onTheWay: parcel.corrected #2': ONE_BEFORE,
    'swap refused: parcel.corrected #1': ONE_BEFORE,
    'swap delivered: parcel.corrected #1': ONE_BEFORE,
    'swap delivered: parcel.corrected #2': ONE_BEFORE,
    'swap delivered: parcel.corrected #3': ONE_BEFORE,
    'swap delivered: parcel.corrected #4': ONE_BEFORE,
    'swap lost: parcel.corrected #1': ONE_BEFORE,
    'swap lost: parcel.corrected #2': ONE_BEFORE,
    'swap lost: parcel.corrected #3': ONE_BEFORE,
    'swap returned: parcel.corrected #1': ONE_BEFORE,
    'swap returned: parcel.corrected #2': ONE_BEFORE,
    'swap returned: stock.inspected #1': 'a line was inspected before, or it was not',
  },
  refund: {
    'swap unknown: staff.receipt #1': SAME_OR_NONE,
    'swap byHand: staff.receipt #1': SAME_OR_NONE,
  },
  'payment-attempt': {
    'start closed in expired': NAMED,
    'drop held: amount.differs': TOLD,
    'swap (root): result.failed #1': 'no code is about the settings and may hide a payment',
  },
};
