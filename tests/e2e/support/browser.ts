import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createReadStream, createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium } from '@playwright/test';

/** A Chromium that can be launched, and what it must be launched with. */
export interface Browser {
  /** Undefined: Playwright's own. */
  readonly executablePath?: string;
  readonly channel?: string;
  readonly env?: Record<string, string>;
  readonly origin: string;
}

/** Keeps Chromium from calling home, which only costs time in a closed network. */
export const FLAGS = [
  '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--no-first-run',
];

const SYSTEM = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const PACKAGE = '@sparticuz/chromium';

/** Playwright's own browser if it is installed, else the system's, else the one of a package. Unpacks nothing. */
export function findBrowser(): Browser {
  if (existsSync(chromium.executablePath())) return { channel: 'chromium', origin: 'Playwright' };
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const system = SYSTEM.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
  if (system !== undefined) return { executablePath: system, origin: 'the system' };
  const home = packageHome();
  if (home === null) {
    throw new Error(`The browser tests need a Chromium and found none: neither Playwright's own (npx playwright install chromium), nor ${SYSTEM.join(', ')} on the PATH, nor the package ${PACKAGE}.`);
  }
  return { executablePath: path.join(home.unpacked, 'chromium'), env: environmentOf(home.unpacked), origin: PACKAGE };
}

/** Unpacks the package's browser where it is needed, and says plainly what keeps a browser from starting. */
export async function prepareBrowser(): Promise<Browser> {
  const { origin } = findBrowser();
  const home = packageHome();
  if (origin === PACKAGE && home !== null) await unpack(home);
  const browser = findBrowser();
  const { executablePath, channel, env } = browser;
  try {
    const running = await chromium.launch({ args: FLAGS, ...(executablePath && { executablePath }), ...(channel && { channel }), ...(env && { env }) });
    await running.close();
  } catch (cause) {
    throw new Error(`The Chromium of ${origin} (${executablePath ?? 'its own'}) does not start here: ${String(cause).split('\n')[0]}`, { cause });
  }
  return browser;
}

interface Home {
  readonly packed: string;
  readonly unpacked: string;
}

function packageHome(): Home | null {
  const require = createRequire(import.meta.url);
  try {
    // build/cjs/index.cjs inside the package
    const root = path.resolve(path.dirname(require.resolve(PACKAGE)), '../..');
    const { version } = require(path.join(root, 'package.json')) as { version: string };
    return { packed: path.join(root, 'bin'), unpacked: path.resolve(root, `../../.cache/chromium-${version}`) };
  } catch {
    return null;
  }
}

/**
 * The package's own helper unpacks into the system's temporary folder, where a second process meets a file that
 * is half written. Here the folder gets its name when it is complete.
 */
async function unpack({ packed, unpacked }: Home): Promise<void> {
  if (existsSync(unpacked)) return;
  mkdirSync(path.dirname(unpacked), { recursive: true });
  const fresh = mkdtempSync(`${unpacked}.`);
  await inflate(path.join(packed, 'chromium.br'), path.join(fresh, 'chromium'), 0o755);
  for (const [archive, into] of [['fonts', 'fonts'], ['swiftshader', '.'], ['al2023', 'libraries']] as const) {
    const tar = path.join(fresh, `${archive}.tar`);
    await inflate(path.join(packed, `${archive}.tar.br`), tar, 0o644);
    mkdirSync(path.join(fresh, into), { recursive: true });
    execFileSync('tar', ['--no-same-owner', '-xf', tar, '-C', path.join(fresh, into)]);
    rmSync(tar);
  }
  try {
    renameSync(fresh, unpacked);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(unpacked)) throw error;
  }
}

function inflate(from: string, to: string, mode: number): Promise<void> {
  return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }));
}

/** Its fonts, and its own NSS libraries where the system has none. */
function environmentOf(unpacked: string): Record<string, string> {
  const inherited = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const fonts = inherited['FONTCONFIG_PATH'] ?? path.join(unpacked, 'fonts');
  if (!lacksLibraries(path.join(unpacked, 'chromium'))) return { ...inherited, FONTCONFIG_PATH: fonts };
  const libraries = [path.join(unpacked, 'libraries/lib'), inherited['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return { ...inherited, FONTCONFIG_PATH: fonts, LD_LIBRARY_PATH: libraries };
}

function lacksLibraries(binary: string): boolean {
  try {
    return execFileSync('ldd', [binary], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).includes('not found');
  } catch {
    return existsSync(binary);
  }
}
