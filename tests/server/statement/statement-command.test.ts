// @engine pglite
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../../server/control/commands.ts';
import { listenForCommands } from '../../../server/control/control-socket.ts';
import { lockDirectory } from '../../../server/db/lock.ts';
import { sentMoney, staff } from '../../../server/db/schema.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { runCommandLine } from '../../support/command.ts';
import { accountOf, findMoney, handShop, orderRow, unpaidOrder, type HandShop } from '../by-hand/by-hand-steps.ts';

const PASSWORD = 'Sokoni 2026';
const LOGIN = `otto@duka.example\n${PASSWORD}\n`;

let dataDir: string;
let shop: HandShop;
let release: () => Promise<void>;
let stop: () => Promise<void>;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-statement-'));
  shop = await handShop({ env: { DATA_DIR: dataDir } });
  const { staff: row } = await shop.signInStaff({ email: 'otto@duka.example', role: 'owner' });
  const passwordHash = await createPasswordsService().hash(PASSWORD);
  await shop.db.sql.update(staff).set({ passwordHash }).where(eq(staff.id, row.id));
  // As in a running shop.
  fs.mkdirSync(path.join(dataDir, 'db'));
  release = await lockDirectory(dataDir);
  stop = await listenForCommands(shop, commands);
});
afterAll(async () => {
  await stop();
  await release();
  await shop.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const run = (args: readonly string[], typed?: string) =>
  runCommandLine('mpesa', args, { DATA_DIR: dataDir, TZ: 'Africa/Nairobi' }, typed);

/** Nairobi time of the portal. */
const time = (at: Date) => {
  const [day = '', clock = ''] = new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).split('T');
  return `${day.split('-').reverse().join('-')} ${clock}`;
};

function write(name: string, rows: readonly string[]): string {
  const file = path.join(dataDir, name);
  const header =
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Reason Type,Other Party Info,A/C No.';
  fs.writeFileSync(file, `\ufeffShort Code:,174379\r\n\r\n${[header, ...rows].join('\r\n')}\r\n`);
  return file;
}

test('PAY-T1: npm run mpesa -- statement compares a file, then imports it, with a staff login', async () => {
  const order = await unpaidOrder(shop);
  const at = time(shop.clock.now());
  const account = accountOf(order);
  const file = write('november.csv', [
    `CMD0000001,${at},Pay Bill,Completed,"3,000.00",,,Pay Bill Online,254712345678 - JANE,${account}`,
    `CMD0000002,${at},Business Payment,Completed,,-500.00,,Business Payment to Customer,254700000001 - JOHN,`,
  ]);
  const wrong = await run(['statement', file], 'otto@duka.example\nwrong password\n');
  expect(wrong.code).toBe(1);
  const compared = await run(['statement', file], LOGIN);
  expect(compared).toEqual({
    code: 0,
    output: expect.stringContaining('Nothing was changed. To import it, run') as string,
  });
  expect(compared.output).toMatch(/missing here: 1\n\s+CMD0000001 .* Ksh 3,000: will be matched/);
  expect(await findMoney(shop, 'CMD0000001')).toBeNull();
  const imported = await run(['statement', file, '--yes'], LOGIN);
  expect(imported.output).toContain(`pays order ${account}`);
  expect((await orderRow(shop, order.id)).money).toBe('paid');
  expect((await run(['statement', file, '--yes'], LOGIN)).output).toContain('This file was imported before.');
  const reports = await run(['reports']);
  expect(reports.output).toMatch(/Statement november\.csv[\s\S]*Money that left, .*\n\s+CMD0000002/);
  const settled = await run(['not-refund', 'CMD0000002', '--note', 'The landlord'], LOGIN);
  expect(settled).toEqual({ code: 0, output: expect.stringContaining('CMD0000002 is noted as no refund.') as string });
  expect(await shop.db.sql.select().from(sentMoney)).toMatchObject([{ state: 'settled', note: 'The landlord' }]);
});

test('PAY-T1: a bad file is refused with the numbers of its lines, before anybody is asked for a password', async () => {
  const file = write('bad.csv', ['not one,yesterday,,Completed,1,,,,,']);
  expect(await run(['statement', file])).toEqual({
    code: 1,
    output: expect.stringMatching(
      /Line 4 is not a line of an M-Pesa statement: 'not one' is not a receipt\.\nNothing was imported/,
    ) as string,
  });
  expect((await run(['statement', path.join(dataDir, 'none.csv')])).code).toBe(1);
  expect((await run(['statement'])).code).not.toBe(0);
});

test('PAY-T2: npm run mpesa -- trust and release tell when there is nothing to do', async () => {
  expect((await run(['trust'], LOGIN)).output).toContain('The cross-check is trusted. Nothing was changed.');
  expect((await run(['release', '--note', 'Seen'], LOGIN)).output).toContain('No order is held');
  expect((await run(['release'], LOGIN)).output).toContain('--note TEXT is missing');
  expect((await run(['register-pull', '0712345678'])).output).toContain('Safaricom answered: Success');
});
