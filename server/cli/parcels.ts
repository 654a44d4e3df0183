/** Reports of the staff about parcels, collection codes and cash: `npm run parcels` (OWN-P1 to OWN-P4). */
import { PARCEL_EVENTS } from '../../contract/admin.ts';
import {
  bringSerialBack,
  findSerial,
  listParcels,
  reportOnParcel,
  setSerials,
  showParcel,
} from '../control/parcel-commands.ts';
import { foundReport, listReport, reportedReport, serialsReport, showReport } from './reports/parcels.ts';
import { UsageError, runCli } from './shared/cli.ts';
import { runStaffCommand } from './shared/staff-login.ts';

const USAGE = `usage: npm run parcels                          list parcels and cash that wait for somebody
       npm run parcels -- show ORDER            show its lines, and what is possible now
       npm run parcels -- EVENT ORDER [...]     report an event
       npm run parcels -- serials ORDER LINE NUMBER...
                                                set the serial or IMEI numbers of a line before it is sent
       npm run parcels -- serial-back ORDER NUMBER
                                                a returned piece of a partly damaged line can be sold again
       npm run parcels -- find NUMBER           the orders in which a number was sold, the newest first

ORDER is an order number, e.g. 3F2A9C1E. Asks for the e-mail and password of a staff account. From a pipe, they are
the first two lines. EVENT is one of
  ${PARCEL_EVENTS.join('\n  ')}

  --reason TEXT        why: refused, lost, refund.raised, refund.waived (the shopper reads it), cash.writtenOff
  --tracking NUMBER    parcel.resent: the new tracking number
  --code CODE          parcel.delivered: collection code of a pickup
  --card KIND          parcel.delivered: or an identity card,
  --digits 1234          with its last four digits
  --rider NAME         parcel.delivered: who has the cash, one of RIDERS
  --line N             stock.inspected: number of the line,
  --sellable N           pieces that can be sold again,
  --damaged N            pieces that cannot. The rest is missing
  --amount N           cash.received: whole shillings,
  --from NAME            and who brought them

The shop may be running. A report can be corrected within 30 seconds: parcel.corrected.`;

const text = { type: 'string' } as const;
const OPTIONS = {
  reason: text,
  tracking: text,
  code: text,
  card: text,
  digits: text,
  rider: text,
  line: text,
  sellable: text,
  damaged: text,
  amount: text,
  from: text,
};

await runCli(USAGE, OPTIONS, async ({ values, positionals: [verb, order, ...more] }) => {
  if (verb === 'serials' && order !== undefined && more.length > 0) {
    const [line, ...numbers] = more;
    const done = await runStaffCommand(setSerials, { order, line: toNumber('line', line) ?? 0, numbers });
    return console.log(serialsReport(done));
  }
  if (verb === 'serial-back' && order !== undefined && more[0] !== undefined && more.length === 1) {
    await runStaffCommand(bringSerialBack, { order, number: more[0] });
    return console.log(`${more[0]} can be sold again.`);
  }
  if (more.length > 0 || verb === 'serials' || verb === 'serial-back') throw new UsageError();
  if (verb === 'find' && order !== undefined)
    return console.log(foundReport((await runStaffCommand(findSerial, { number: order })).found).join('\n'));
  if (verb === undefined) return console.log(listReport(await runStaffCommand(listParcels, {})).join('\n'));
  if (order === undefined) throw new UsageError();
  if (verb === 'show') return console.log(showReport(await runStaffCommand(showParcel, { order })).join('\n'));
  const type = PARCEL_EVENTS.find((one) => one === verb);
  if (type === undefined) throw new UsageError();
  const { reason, tracking, code, card, digits, rider, line, sellable, damaged, amount, from } = values;
  const given = {
    type,
    reason,
    trackingNumber: tracking,
    code,
    rider,
    from,
    line: toNumber('line', line),
    sellable: toNumber('sellable', sellable),
    damaged: toNumber('damaged', damaged ?? noneOf(sellable)),
    amount: toNumber('amount', amount),
    identityCard:
      card === undefined
        ? undefined
        : {
            kind: card,
            lastDigits: digits ?? '',
          },
  };
  const event = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  console.log(reportedReport(await runStaffCommand(reportOnParcel, { order, event: { ...event, type } })));
});

/** Without `--damaged` no piece is damaged. */
function noneOf(sellable: string | undefined): string | undefined {
  return sellable === undefined ? undefined : '0';
}

function toNumber(name: string, typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  if (!/^\d{1,9}$/.test(typed)) throw new Error(`--${name} must be a whole number. Nothing was changed.`);
  return Number(typed);
}
