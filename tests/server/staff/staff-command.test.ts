// @engine pglite
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../contract/endpoint.ts';
import { readStaffLogin } from '../../../server/cli/shared/staff-login.ts';
import { executeCommand } from '../../../server/control/command.ts';
import { listenForCommands, sendToShop } from '../../../server/control/control-socket.ts';
import { staffCommand } from '../../../server/control/staff-command.ts';
import { audit, loginFailures, staff, staffSessions } from '../../../server/db/schema.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

const EMAIL = 'admin@duka.example';
const PASSWORD = 'Sokoni 2026';
/** Hashing is slow on purpose, so the hash is created once. */
const hash = createPasswordsService().hash(PASSWORD);

const ping = staffCommand({
  name: 'test.ping',
  roles: ['owner', 'orders'],
  input: v.strictObject({ n: v.number() }),
  run: async (_shop, { n }, by) => ({ n, by }),
});

let dataDir: string;
let shop: TestApp;
beforeEach(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-staff-'));
  shop = await createTestApp({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'trace' } });
});
afterEach(async () => {
  await shop.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function hire(role: Role = 'orders') {
  const { staff: row } = await shop.signInStaff({ email: EMAIL, role });
  await shop.db.sql.delete(staffSessions);
  await shop.db.sql
    .update(staff)
    .set({ passwordHash: await hash })
    .where(eq(staff.id, row.id));
  return row;
}
const run = (login: { email: string; password: string }, n = 1) =>
  executeCommand(ping, shop, { login, request: { n } });
const typed = { email: ' Admin@Duka.Example ', password: PASSWORD };

describe('H1: a command with a staff login', () => {
  test('receives the person, without a session and without an entry in the audit log', async () => {
    const { id, name } = await hire();
    expect(await run(typed)).toEqual({ n: 1, by: { id, name, email: EMAIL, role: 'orders' } });
    expect(await shop.db.sql.$count(staffSessions)).toBe(0);
    expect(await shop.db.sql.$count(audit)).toBe(0);
  });

  test('reaches the running shop, which logs no password', async () => {
    const { id } = await hire();
    const stop = await listenForCommands(shop, [ping]);
    expect(await sendToShop(dataDir, ping, { login: typed, request: { n: 7 } })).toMatchObject({ n: 7, by: { id } });
    const wrong = { ...typed, password: 'Wrong horse 1' };
    await expect(sendToShop(dataDir, ping, { login: wrong, request: { n: 7 } })).rejects.toThrow(
      'Invalid email or password',
    );
    await stop();
    expect(JSON.stringify(shop.lines())).toContain('test.ping');
    for (const secret of [PASSWORD, 'Wrong horse 1']) expect(JSON.stringify(shop.lines())).not.toContain(secret);
  });

  test.each([
    ['another password', { ...typed, password: 'Sokoni 2025' }, 'Invalid email or password'],
    ['an unknown e-mail', { ...typed, email: 'nobody@duka.example' }, 'Invalid email or password'],
    ['no e-mail', { ...typed, email: 'admin' }, 'Please enter a valid email address'],
    ['no password', { ...typed, password: '' }, 'Password is required'],
  ])('is refused with %s', async (_, login, says) => {
    await hire();
    await expect(run(login)).rejects.toThrow(says);
  });

  test('is refused for a role that may not run it', async () => {
    await hire('catalogue');
    await expect(run(typed)).rejects.toThrow('Your role does not allow this.');
  });

  test('D26: waits after several wrong passwords, and the right one resets them', async () => {
    await hire();
    const wrong = { ...typed, password: 'Sokoni 2025' };
    for (let n = 0; n < 5; n += 1) await expect(run(wrong)).rejects.toThrow('Invalid email or password');
    await expect(run(typed)).rejects.toThrow(/try again/);
    shop.clock.advance(60 * 60_000);
    expect(await run(typed)).toMatchObject({ n: 1 });
    expect(await shop.db.sql.$count(loginFailures)).toBe(0);
  });
});

describe('a staff login on a terminal', () => {
  const terminal = (isTTY: boolean) => {
    const shown: string[] = [];
    const output = new PassThrough();
    output.on('data', (part: Buffer) => shown.push(part.toString()));
    return { input: Object.assign(new PassThrough(), { isTTY }), output, shown };
  };

  test('shows the e-mail and never the password', async () => {
    const { input, output, shown } = terminal(true);
    const read = readStaffLogin({ input, output });
    for (const key of [...EMAIL, '\r', ...PASSWORD, '\r']) input.write(key);
    expect(await read).toEqual({ email: EMAIL, password: PASSWORD });
    const seen = shown.join('');
    expect(seen).toContain('Staff e-mail: ');
    expect(seen).toContain(EMAIL);
    expect(seen).toMatch(/Password: \n$/);
  });

  test('reads two lines of a pipe without a prompt', async () => {
    const { input, output, shown } = terminal(false);
    const read = readStaffLogin({ input, output });
    input.end(`${EMAIL}\n${PASSWORD}\n`);
    expect(await read).toEqual({ email: EMAIL, password: PASSWORD });
    expect(shown).toEqual([]);
  });

  test.each([
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('%s cancels it', async (_, key) => {
    const { input, output } = terminal(true);
    const read = readStaffLogin({ input, output });
    input.write(`${EMAIL}\r`);
    input.write(key);
    await expect(read).rejects.toThrow(/^Nothing was/);
  });

  test('a pipe without a password is refused', async () => {
    const { input, output } = terminal(false);
    const read = readStaffLogin({ input, output });
    input.end(`${EMAIL}\n`);
    await expect(read).rejects.toThrow('Nothing was typed.');
  });
});
