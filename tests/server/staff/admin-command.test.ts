// @engine pglite
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminLogin, listOrders } from '../../../contract/admin.ts';
import { commands } from '../../../server/control/commands.ts';
import { listenForCommands } from '../../../server/control/control-socket.ts';
import { lockDirectory } from '../../../server/db/lock.ts';
import { audit, staff } from '../../../server/db/schema.ts';
import { runCommandLine } from '../../support/command.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

const PASSWORD = 'Kila la heri 7';

let dataDir: string;
let shop: TestApp;
let release: () => Promise<void>;

beforeEach(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-admin-'));
  shop = await createTestApp({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'trace' } });
  // As in a running shop.
  release = await lockDirectory(dataDir);
});
afterEach(async () => {
  await release();
  await shop.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const admin = (typed: string, ...args: readonly string[]) =>
  runCommandLine('admin', args, { DATA_DIR: dataDir }, typed);
const login = (password = PASSWORD) => shop.call(adminLogin, { email: 'boss@duka.example', password });

describe('H1: npm run admin -- add', () => {
  test('adds an owner while the shop runs; a second run sets a new password and ends the old sessions', async () => {
    const stop = await listenForCommands(shop, commands);
    const first = await admin(`${PASSWORD}\n`, 'add', 'Boss@Duka.Example', '--name', 'Akinyi');
    expect(first).toEqual({ code: 0, output: 'boss@duka.example may log in as owner.\n' });
    const { token, user } = (await login()).body.data;
    expect(user).toMatchObject({ name: 'Akinyi', role: 'owner' });
    const second = await admin('Another one 88', 'add', 'boss@duka.example', '--role', 'orders');
    expect(second.output).toBe(
      'boss@duka.example already had an account. It has the new password and the role orders, and is logged out everywhere.\n',
    );
    expect((await shop.call(listOrders, {}, { token })).status).toBe(401);
    expect((await login()).status).toBe(400);
    expect((await login('Another one 88')).body.data.user).toMatchObject({ name: 'boss', role: 'orders' });
    const noted = await shop.db.sql.select().from(audit).orderBy(asc(audit.at));
    const changes = noted.filter(({ action }) => action !== 'staff.login');
    expect(changes).toMatchObject([
      { staffId: null, action: 'staff.added', before: null, after: { email: 'boss@duka.example', role: 'owner' } },
      { staffId: null, action: 'staff.renewed', before: { role: 'owner' }, after: { role: 'orders' } },
    ]);
    expect(changes[0]?.actor).toMatch(/^console .+/);
    const kept = JSON.stringify([noted, shop.lines(), await shop.db.sql.select().from(staff)]);
    for (const secret of [PASSWORD, 'Another one 88']) expect(kept).not.toContain(secret);
    expect(JSON.stringify(noted)).not.toContain('argon2');
    await stop();
  });

  test('prints an error for bad input and changes nothing', async () => {
    const stop = await listenForCommands(shop, commands);
    for (const [typed, args, words] of [
      ['short', ['add', 'boss@duka.example'], 'Password must be at least 12 characters long'],
      [PASSWORD, ['add', 'boss'], 'Please enter a valid email address'],
      [PASSWORD, ['add', 'boss@duka.example', '--role', 'king'], '--role must be one of owner, catalogue, orders'],
      ['', ['add', 'boss@duka.example'], 'Nothing was typed.'],
      [PASSWORD, ['add'], 'usage: npm run admin'],
      [PASSWORD, ['remove', 'boss@duka.example'], 'usage: npm run admin'],
    ] as const) {
      const { code, output } = await admin(typed, ...args);
      expect([code, output]).toEqual([1, expect.stringContaining(words)]);
      expect(output).not.toMatch(/ {4}at /);
    }
    expect(await shop.db.sql.select().from(staff)).toEqual([]);
    await stop();
  });

  test('prints one sentence when the shop is starting or stopping', async () => {
    const { code, output } = await admin(PASSWORD, 'add', 'boss@duka.example');
    expect([code, output]).toEqual([1, expect.stringMatching(/^The shop in .* could not be reached: .*Try again/)]);
  });
});
