import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { isHard, size } from '../support/size.ts';
import { FLAGS, findBrowser } from './support/browser.ts';
import { expect, test } from './support/test.ts';

/** Checks the cases of `npm run paths` against the built shop: with `--run`, and with a spec that it generates. */

test.describe.configure({ timeout: size(600_000, 1_800_000) });

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

function node(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const child = spawn(process.execPath, args, { stdio: 'pipe', env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

const paths = (...args: readonly string[]) => node(['--import', 'tsx', 'tools/paths.ts', ...args]);

test('R39: npm run paths --run: a login with a phone step passes as described', async ({ running }, info) => {
  const into = info.outputPath('report');
  const way = ['--to', 'done', '--through', 'phoneVerification answers'];
  const { code, output } = await paths('login', ...way, '--run', '--url', running.url, '--into', into);
  expect(output).toContain('1 of 1 paths passed; 0 left out.');
  expect(output).toMatch(/^\d+ of \d+ expectations checked\./m);
  expect(code).toBe(0);
  const report = readFileSync(path.join(into, 'index.html'), 'utf8');
  expect(report).toContain("into the field 'Verification code'");
  const pictures = [...new Set([...report.matchAll(/allure-results\/[\w-]+\.webp/g)].map(([file]) => file))];
  const bytes = pictures.map((file) => statSync(path.join(into, file)).size);
  expect(pictures.length).toBeGreaterThan(3);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(300_000);
  expect(readFileSync(path.join(into, 'junit.xml'), 'utf8')).toContain('tests="1" failures="0" errors="0" skipped="0"');
  expect(readdirSync(path.join(into, 'allure-results')).filter((file) => file.endsWith('-result.json'))).toHaveLength(
    1,
  );
  const again = await paths('login', '--results', path.join(into, 'results.json'));
  expect(again.output).toContain('1 of 1 results hold; 0 changed, 0 new, 0 gone.');
  expect(again.code).toBe(0);
});

/** Serves the shop with a changed client script. */
async function withClient(url: string, change: (script: string) => string, use: (url: string) => Promise<void>) {
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { host: _, 'accept-encoding': __, ...headers } = request.headers;
      const body = ['GET', 'HEAD'].includes(request.method ?? '') ? null : Buffer.concat(chunks);
      void fetch(`${url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: headers as HeadersInit,
        body,
        redirect: 'manual',
      }).then(async (reply) => {
        const isScript = reply.headers.get('content-type')?.includes('javascript') === true;
        const content = Buffer.from(await reply.arrayBuffer());
        const kept = [...reply.headers].filter(
          ([name]) => !/^(content-(length|encoding)|transfer-encoding)$/.test(name),
        );
        answer.writeHead(reply.status, Object.fromEntries(kept));
        answer.end(isScript ? change(content.toString()) : content);
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('X88: a client that posts to a wrong address fails the case that expects the right one', async ({
  running,
}, info) => {
  const into = info.outputPath('report');
  let changed = 0;
  const wrong = (script: string) =>
    script.replaceAll(/(POST[`'"],\s*path:\s*[`'"]\/auth\/)login/g, (_, before: string) => {
      changed += 1;
      return `${before}logon`;
    });
  await withClient(running.url, wrong, async (url) => {
    const { code, output } = await paths(
      'login',
      '--to',
      'submitting',
      '--run',
      '--brief',
      '--url',
      url,
      '--into',
      into,
    );
    expect(changed).toBeGreaterThan(0);
    expect(output).toContain('Not sent: POST /auth/login. Sent instead: POST /auth/logon.');
    expect(output).toContain('0 of 1 paths passed; 0 left out.');
    expect(code).toBe(1);
  });
});

test('TST-Q7: a missing text fails within 10 s in a sentence with the text in its place', async ({ running }, info) => {
  const into = info.outputPath('report');
  const other = (script: string) => script.replaceAll('Email is required', 'Mail address, please');
  await withClient(running.url, other, async (url) => {
    const { code, output } = await paths(
      'login',
      '--shows',
      'Email is required',
      '--run',
      '--url',
      url,
      '--into',
      into,
    );
    expect(output).toContain(
      "     Not seen: 'Email is required'. On the page instead: 'Mail address, please'.\n0 of 1",
    );
    expect(code).toBe(1);
  });
  const [result = ''] = readdirSync(path.join(into, 'allure-results')).filter((file) => file.endsWith('-result.json'));
  const { steps } = JSON.parse(readFileSync(path.join(into, 'allure-results', result), 'utf8')) as AllureResult;
  const failed = steps.find(({ status }) => status === 'failed');
  expect((failed?.stop ?? Infinity) - (failed?.start ?? 0)).toBeLessThan(10_000);
  expect(failed?.attachments).toHaveLength(1);
});

interface AllureResult {
  readonly steps: readonly {
    readonly status: string;
    readonly start: number;
    readonly stop: number;
    readonly attachments: readonly unknown[];
  }[];
}

test('R39: npm run paths --format playwright: the generated spec of a failed payment passes', async ({
  running,
}, info) => {
  const folder = info.outputPath('spec');
  mkdirSync(folder, { recursive: true });
  const { output } = await paths('mpesa-payment', '--to', 'failed', '--format', 'playwright', '--url', running.url);
  writeFileSync(path.join(folder, 'mpesa-payment.spec.ts'), output);
  const { executablePath, channel, env } = findBrowser();
  const launchOptions = { executablePath, channel, env, args: FLAGS };
  writeFileSync(
    path.join(folder, 'playwright.config.ts'),
    `export default { testDir: '.', timeout: 500_000, outputDir: 'results', reporter: 'line', use: { launchOptions: ${JSON.stringify(launchOptions)} } };\n`,
  );
  const ran = await node(['node_modules/@playwright/test/cli.js', 'test', '-c', folder], {
    TEST_WORKER_INDEX: undefined,
  });
  expect(ran.output).toContain('1 passed');
  expect(ran.code).toBe(0);
});

test('TST-Q6: npm run paths --format playwright-bdd: the features of the login pass, and an edited one fails', async ({
  running,
}, info) => {
  const folder = info.outputPath('features');
  await paths('login', '--cover', 'states', '--format', 'playwright-bdd', '--url', running.url, '--into', folder);
  const { executablePath, env } = findBrowser();
  const runFeatures = async () => {
    const config = path.join(folder, 'playwright.config.ts');
    await node(['node_modules/playwright-bdd/dist/cli/index.js', '-c', config], { TEST_WORKER_INDEX: undefined });
    return node(['node_modules/@playwright/test/cli.js', 'test', '-c', config, '--reporter=line'], {
      ...env,
      CHROMIUM: executablePath,
      TEST_WORKER_INDEX: undefined,
    });
  };
  const ran = await runFeatures();
  expect(ran.output).toContain('4 passed');
  expect(ran.code).toBe(0);
  const feature = path.join(folder, 'login.feature');
  const text = readFileSync(feature, 'utf8');
  writeFileSync(feature, text.replace('And POST /auth/login is sent.', 'And POST /auth/logon is sent.'));
  const edited = await runFeatures();
  expect(edited.output).toMatch(/Error: login-[0-9a-f]{8} has no such line:\n +POST \/auth\/logon is sent\./);
  expect(edited.output).toContain('1 failed');
  expect(edited.code).toBe(1);
});

const flows = readdirSync('tests/flows').filter((flow) => existsSync(`tests/flows/${flow}/${flow}.model.ts`));

for (const flow of isHard ? flows : []) {
  test(`R39: ${flow}: every case is run, or has a reason why another test covers it`, async ({ running }, info) => {
    const into = info.outputPath('report');
    const { code, output } = await paths(flow, '--run', '--brief', '--url', running.url, '--into', into);
    // Lists the cases that passed, that failed and where, and that a browser cannot run and why.
    console.log(`${flow}: ${output}`);
    expect(code, output).toBe(0);
    expect(output).toMatch(/^(\d+) of \1 paths passed/m);
  });
}
