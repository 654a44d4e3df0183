const CASH_ONLY = 'nothing has come in there, and then what may be shipped is cash on delivery';
const NAMED = 'every way into it names the state inside';
const HEARD_ONCE = 'what is announced twice is heard once: no state that it leads to takes it again';
const TOLD = 'what is held was told another amount before, and then the rule that holds everywhere ignores the repeat';

/** Mutants of the server's machines that change nothing, by machine and name, each with the reason. */
export const SERVER_EQUIVALENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  order: {
    'guard status.pending: staff.process by canShip': CASH_ONLY,
    'guard status.pending: method.cash #1 by canShip': CASH_ONLY,
    'guard stock.reserving: always #1 by canShip': CASH_ONLY,
    'swap status.pending: method.cash #1': 'an order is paid by one of the two, so one guard holds',
    'start status.cancelled in byShopper': NAMED,
    'start status.cancelled in replaced': NAMED,
    'start status.cancelled in expired': NAMED,
    'twice action 1 of entry status.cancelled': HEARD_ONCE,
    'twice action 1 of status.cancelled.expired: payment.succeeded': HEARD_ONCE,
    'add stock.held: staff.cancel -> stock.committed': 'cancelling releases at once what was just committed',
  },
  'payment-attempt': {
    'start closed in expired': NAMED,
    'drop held: amount.differs': TOLD,
  },
};
