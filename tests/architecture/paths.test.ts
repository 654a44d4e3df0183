import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { FORMATS } from 'flow-atlas/cases/formats';
import { selectCases } from 'flow-atlas/cases/select';
import { formatSpec } from 'flow-atlas/browser/export';
import { getMachineSelections } from '../../tools/paths/machine-selection.ts';
import { assertShopRuns } from '../../tools/paths/check-shop.ts';
import { exportCases } from '../../tools/paths/in-browser.ts';
import { ALSO, machineNames, getSubject, createSubjectFinder } from '../../tools/paths/machines.ts';
import { isServerMachine, SERVER_MACHINES } from '../../tools/paths/server-machines.ts';
import { findChangesSince } from '../../tools/paths/since.ts';
import { staging } from '../../tools/paths/staging.ts';
import { parseOptions } from '../../tools/paths/options.ts';

describe('npm run paths', { timeout: 600_000 }, () => {
  test.each([
    [['--cover', 'all'], "--cover must be one of states, transitions, pairs, tours, requirements, not 'all'."],
    [
      ['--format', 'pdf'],
      "--format must be one of text, markdown, gherkin, csv, json, testrail, testrail-xml, xray, zephyr, playwright, playwright-bdd, not 'pdf'.",
    ],
    [['--max-steps', '0'], "--max-steps must be a whole number of at least 1, not '0'."],
    [['--seed', 'x'], "--seed must be a whole number of at least 0, not 'x'."],
    [['--for', 'D'], "--for must be an id of a ruling or of the specification, like D21 or §4, not 'D'."],
    [['--run', '--url', 'localhost'], "--url must be an address like http://localhost:3000, not 'localhost'."],
    [['--trough', 'x'], "There is no option called 'trough'. Did you mean through?"],
    [['login', 'cart'], 'Name one machine at a time, not login, cart.'],
    [['--to'], '--to needs a value.'],
  ])('explains in a sentence what is wrong with %j', (args, complaint) => {
    expect(() => parseOptions(args)).toThrow(complaint);
  });

  test.each([
    [['login', '--max-steps', '-3'], "--max-steps must be a whole number of at least 1, not '-3'."],
    [['login', '--cover', 'states', '--cover', 'pairs'], '--cover is given twice.'],
    [
      ['login', '--run', '--into', 'package.json/report'],
      '--into package.json/report cannot be a folder: package.json is a file.',
    ],
    [['login', '--slow', '5'], '--slow needs --run.'],
    [['login', '--format', 'playwright-bdd'], '--format playwright-bdd needs --into <folder>'],
    [['login', '--url', 'http://localhost:1'], '--url needs --run or --format playwright or playwright-bdd.'],
    [['login', '--to', '--run'], '--to needs a value.'],
    [['login', '--run=yes'], "Option '--run' does not take an argument."],
  ])('X92: rejects %j with a sentence', (args, complaint) => {
    expect(() => parseOptions(args)).toThrow(complaint);
  });

  test('X92: the csv starts with a byte order mark, so that a spreadsheet detects the encoding', async () => {
    const subject = await getSubject('email-confirmation');
    const csv = FORMATS.csv(await selectCases(subject, await createSubjectFinder(subject), {}));
    expect(Buffer.from(csv).subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(csv.lastIndexOf('\uFEFF')).toBe(0);
  });

  test('--run explains in a sentence that no shop runs at the address', async () => {
    const server = createServer((_, answer) => answer.end('<h1>Something else</h1>')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(assertShopRuns(url)).rejects.toThrow(
      `The server at ${url} is not this shop. Set its address with --url.`,
    );
    server.close();
    await once(server, 'close');
    await expect(assertShopRuns(url)).rejects.toThrow(`Nothing answers at ${url}: start the shop with npm start`);
  });

  test.each(['README.md', 'docs/paths.md'])('every command in %s exists', (file) => {
    const commands = [...readFileSync(file, 'utf8').matchAll(/npm run (?:-s )?paths(?: -- ([^#>`\n]+))?/g)];
    expect(commands.length).toBeGreaterThan(2);
    for (const [, args = ''] of commands) {
      const { machine } = parseOptions((args.match(/'[^']*'|\S+/g) ?? []).map((arg) => arg.replaceAll("'", '')));
      if (machine !== null) expect(machineNames()).toContain(machine);
    }
  });

  test('exports a path for a browser: the page, the controls, the held response and the expected content', async () => {
    const options = parseOptions(['mpesa-payment', '--to', 'failed', '--format', 'playwright']);
    const spec = formatSpec(await exportCases(options));
    expect(spec).toContain("path: '/checkout'");
    expect(spec).toContain("await player.act({ do: 'press', role: 'button', name: 'Pay with M-Pesa' });");
    expect(spec).toContain("await player.answer('POST /mpesa/stkpush', { status: 400,");
  });

  test('TST-Q8: --since refuses a revision that does not exist, with a sentence', async () => {
    await expect(findChangesSince('no-such-revision')).rejects.toThrow(
      "There is no git revision called 'no-such-revision'.",
    );
  });

  test('every machine has a stage in a browser, or a reason why no shopper sees it', () => {
    expect(Object.keys(staging.stages).sort()).toEqual(machineNames());
    const unseen = Object.entries(staging.stages).flatMap(([flow, stage]) => (typeof stage === 'string' ? [flow] : []));
    expect(unseen.sort()).toEqual([...SERVER_MACHINES].sort());
  });

  test('--shows: returns the cases that reach a text, or the closest texts', async () => {
    const [one, ...more] = getMachineSelections(parseOptions(['login', '--shows', 'email is required']));
    expect([one?.machine, more]).toEqual(['login', []]);
    const subject = await getSubject('login');
    const [told] = await selectCases(subject, await createSubjectFinder(subject), one?.asked ?? {});
    expect(told?.steps.at(-1)?.expected.map(({ words }) => words)).toContain("'Email is required' is shown.");
    const [unsaid] = getMachineSelections(
      parseOptions(['checkout', '--shows', 'Please provide your delivery address']),
    );
    const checkout = await getSubject('checkout');
    const [order] = await selectCases(checkout, await createSubjectFinder(checkout), unsaid?.asked ?? {});
    expect(order?.steps.at(-1)?.expected.map(({ line }) => line)).toContain(
      "Shown: 'Please provide your delivery address'",
    );
    expect(
      getMachineSelections(parseOptions(['--shows', 'email is required'])).map(({ machine }) => machine),
    ).toContain('sign-up');
    expect(() => getMachineSelections(parseOptions(['login', '--shows', 'Email is requred']))).toThrow(
      "login does not show the text 'Email is requred'. Did you mean 'Email is required'?",
    );
    expect(() => getMachineSelections(parseOptions(['--shows', 'xyzzy']))).toThrow(
      "No machine shows the text 'xyzzy'. npm run texts lists all texts.",
    );
  });

  test('suggests the closest machine names', async () => {
    await expect(getSubject('lgoin')).rejects.toThrow("There is no machine called 'lgoin'. Did you mean login?");
    expect(machineNames()).toEqual(expect.arrayContaining(['login', 'order', 'payment-attempt']));
  });

  test('uses the same maps of other tables as the tests of the flows', () => {
    const there = machineNames().flatMap((name) => {
      if (isServerMachine(name)) return [];
      const [file] = ['tsx', 'ts'].flatMap((type) => {
        try {
          return [readFileSync(`tests/flows/${name}/${name}.paths.test.${type}`, 'utf8')];
        } catch {
          return [];
        }
      });
      return [...(file ?? '').matchAll(/\{ flow: '([^']+)', table: (\w+)/g)].map(([, flow, table]) => [
        name,
        flow,
        table,
      ]);
    });
    const here = Object.entries(ALSO).flatMap(([name, maps]) => maps.map(({ flow, table }) => [name, flow, table]));
    expect(here).toEqual(there);
  });

  test.each([
    ['login', { cover: 'transitions' }, 15],
    ['order', { to: 'cancelled.expired' }, 1],
  ] as const)('returns the paths of %s for %j', async (name, asked, least) => {
    const subject = await getSubject(name);
    const cases = await selectCases(subject, await createSubjectFinder(subject), asked);
    expect(cases.length).toBeGreaterThanOrEqual(least);
    for (const { steps } of cases) expect(steps.at(-1)?.action).not.toBe('');
  });

  test('callers do not have to provide the result of a child machine', async () => {
    const subject = await getSubject('login');
    const cases = await selectCases(subject, await createSubjectFinder(subject), {
      to: 'done',
      through: 'phoneVerification answers',
    });
    expect(cases[0]?.steps.map(({ action }) => action)).toContain("Type '123456' into the field 'Verification code'.");
  });
});
