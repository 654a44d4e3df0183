import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Connect, Plugin } from 'vite';
import { LARGEST_FILE } from 'flow-atlas/live/messages';
import { isFromHere, readBody } from './requests.ts';

const ADDRESS = '/flows/make-test';

/**
 * Makes tests of live runs for the atlas beside the shop: `POST /flows/make-test?format=text` with a saved run answers
 * what `npm run paths -- --from-run` prints.
 */
export function createTestMaker(origin: string): Plugin {
  return {
    name: 'duka-test-maker',
    configureServer: ({ middlewares }) => {
      middlewares.use(ADDRESS, (request, response) => {
        if (request.method !== 'POST' || !isFromHere(request)) return void response.writeHead(405).end();
        return void answer(request, response, origin).catch((error: unknown) => {
          response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
        });
      });
    },
  };
}

async function answer(request: Connect.IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
  const format = new URL(request.url ?? '/', 'http://here').searchParams.get('format') ?? 'text';
  const body = await readBody(request, LARGEST_FILE);
  if (body === null || !/^[a-z-]+$/.test(format)) return void response.writeHead(413).end();
  const folder = mkdtempSync(path.join(tmpdir(), 'duka-run-'));
  try {
    const file = path.join(folder, 'run.json');
    writeFileSync(file, body);
    const url = format === 'playwright' ? ['--url', origin] : [];
    const made = await makeTest(['--from-run', file, '--format', format, ...url], response);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(made));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the command in its own process, until its page no longer waits. */
function makeTest(args: readonly string[], response: ServerResponse): Promise<{ text: string; remarks: string }> {
  const made = spawn(process.execPath, ['--import', 'tsx', 'tools/paths.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  response.once('close', () => made.kill());
  const said = { text: '', remarks: '' };
  made.stdout.setEncoding('utf8').on('data', (part: string) => (said.text += part));
  made.stderr.setEncoding('utf8').on('data', (part: string) => (said.remarks += part));
  return new Promise((resolve, reject) => {
    made.once('error', reject);
    made.once('close', () => resolve({ ...said, remarks: said.remarks.replaceAll(/^.*\/run\.json: /gm, '') }));
  });
}
