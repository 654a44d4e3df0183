const NAMED = 'every transition into it names the inner state';
const HEARD_ONCE = 'a repeated announcement is handled once: its target state ignores it';
const TOLD = 'a held attempt has already reported another amount, and the general rule ignores repeats';

/** Mutants of the server's machines that change nothing, by machine and name, each with the reason. */
export const SERVER_EQUIVALENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  order: {
    'swap status.pending: method.cash #1': 'an order is paid in one of the two ways, so one guard applies',
    'start status.cancelled in byShopper': NAMED,
    'start status.cancelled in replaced': NAMED,
    'start status.cancelled in expired': NAMED,
    'twice action 1 of entry status.cancelled': HEARD_ONCE,
    'twice action 1 of status.cancelled.expired: payment.succeeded': HEARD_ONCE,
    'add stock.held: staff.cancel -> stock.committed': 'cancelling immediately releases what was just committed',
  },
  'payment-attempt': {
    'start closed in expired': NAMED,
    'drop held: amount.differs': TOLD,
    'swap (root): result.failed #1': 'no code is about the settings and may hide a payment',
  },
};
