// @engine pglite
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../../server/control/commands.ts';
import { listenForCommands } from '../../../server/control/control-socket.ts';
import { lockDirectory } from '../../../server/db/lock.ts';
import { staff } from '../../../server/db/schema.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { runCommandLine } from '../../support/command.ts';
import { openParcels, parcelShop, RIDER, type Parcels, type Placed } from './parcels.ts';

const PASSWORD = 'Sokoni 2026';
const LOGIN = `otto@duka.example\n${PASSWORD}\n`;

let dataDir: string;
let it: Parcels;
let placed: Placed;
let release: () => Promise<void>;
let stop: () => Promise<void>;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-parcels-'));
  it = await openParcels(({ env, ...options }) => parcelShop({ ...options, env: { ...env, DATA_DIR: dataDir } }));
  placed = await it.ship(await it.place());
  const { staff: row } = await it.shop.signInStaff({ email: 'otto@duka.example', role: 'owner' });
  const passwordHash = await createPasswordsService().hash(PASSWORD);
  await it.shop.db.sql.update(staff).set({ passwordHash }).where(eq(staff.id, row.id));
  // As in a running shop.
  fs.mkdirSync(path.join(dataDir, 'db'));
  release = await lockDirectory(dataDir);
  stop = await listenForCommands(it.shop, commands);
});
afterAll(async () => {
  await stop();
  await release();
  await it.shop.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const run = (args: readonly string[], typed = LOGIN) =>
  runCommandLine('parcels', args, { DATA_DIR: dataDir, TZ: 'Africa/Nairobi' }, typed);

test('npm run parcels reports events after a staff login, and says why one is not possible', async () => {
  const order = placed.id.slice(0, 8).toUpperCase();
  const refused = ['parcel.refused', order, '--reason', 'not at home'];
  expect((await run(refused, 'otto@duka.example\nwrong password\n')).code).toBe(1);
  expect((await it.row(placed.id)).parcel).toBe('onTheWay');
  const early = await run(['parcel.returned', order]);
  expect([early.code, early.output]).toEqual([1, expect.stringContaining('The parcel is on its way.') as string]);
  expect(await run(refused)).toEqual({
    code: 0,
    output: expect.stringContaining(`Order ${order}: shipped, parcel refused`) as string,
  });
  expect((await it.audits(placed)).at(-1)).toMatchObject({ actor: 'otto@duka.example', action: 'parcel.refused' });
  const listed = await run([]);
  expect(listed.output).toMatch(new RegExp(`${order}  .*refused`));
  const shown = await run(['show', order]);
  expect(shown.output).toContain('parcel.returned: possible');
  const delivered = await run(['parcel.delivered', order, '--rider', RIDER]);
  expect([delivered.code, (await it.row(placed.id)).cash]).toEqual([0, 'owed']);
  const counted = await run(['cash.received', order, '--amount', '3.000', '--from', RIDER]);
  expect([counted.code, counted.output]).toEqual([
    1,
    expect.stringContaining('--amount must be a whole number. Nothing was changed.') as string,
  ]);
  expect((await run(['cash.received', order, '--amount', '3000', '--from', RIDER])).code).toBe(0);
  expect((await it.row(placed.id)).cash).toBe('counted');
});
