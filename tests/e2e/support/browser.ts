import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findPackageBrowser, PACKAGE, packageEnvironment, unpackBrowser } from './package-browser.ts';

/** A Chromium that can be launched, with its launch options. */
export interface Browser {
  /** Undefined for Playwright's own. */
  readonly executablePath?: string;
  readonly channel?: string;
  readonly env?: Record<string, string>;
  readonly origin: string;
}

/** Disables Chromium's background requests, which are slow in a closed network. */
export const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${[
    // Each window would load pages of the address bar, which takes half a second of CPU time. No test needs them.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    // Chromium uses only the last such flag, so this list repeats what Playwright disables.
    'AimEnabled',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'ThirdPartyStoragePartitioning',
  ].join(',')}`,
];

const SYSTEM = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** Text and controls to render: Chromium without a font crashes here and not at its start. */
const PAGE = 'data:text/html,<h1>Karibu</h1><button>Duka</button><input value="1">';
const DIAGNOSIS_MS = 20_000;

/**
 * Returns the browser of the package, which is the same on every machine and is faster because it has no windows.
 * Otherwise Playwright's own if it is installed, otherwise the system's. `isWhole` prefers the last two, for a window
 * or for a browser like a shopper's. Unpacks nothing.
 */
export function findBrowser({ isWhole = false }: { readonly isWhole?: boolean } = {}): Browser {
  const whole = () => playwrightBrowser() ?? systemBrowser();
  const found = isWhole ? (whole() ?? packageBrowser()) : (packageBrowser() ?? whole());
  if (found === null) {
    throw new Error(
      `The browser tests need a Chromium and found none: neither the package ${PACKAGE}, nor Playwright's own (npx playwright install chromium), nor ${SYSTEM.join(', ')} on the PATH.`,
    );
  }
  return found;
}

function packageBrowser(): Browser | null {
  const found = findPackageBrowser();
  return found && { executablePath: found.executablePath, env: packageEnvironment(found), origin: PACKAGE };
}

function playwrightBrowser(): Browser | null {
  return existsSync(chromium.executablePath()) ? { channel: 'chromium', origin: 'Playwright' } : null;
}

function systemBrowser(): Browser | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const executablePath = SYSTEM.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) =>
    existsSync(file),
  );
  return executablePath === undefined ? null : { executablePath, origin: 'the system' };
}

/**
 * Unpacks the package's browser if it is needed. Throws an error with the reason if the browser cannot show a page with
 * text.
 */
export async function prepareBrowser(options: Parameters<typeof findBrowser>[0] = {}): Promise<Browser> {
  const fromPackage = findPackageBrowser();
  if (findBrowser(options).origin === PACKAGE && fromPackage !== null) await unpackBrowser(fromPackage);
  const browser = findBrowser(options);
  const { executablePath, channel, env, origin } = browser;
  try {
    const running = await chromium.launch({
      args: FLAGS,
      ...(executablePath && { executablePath }),
      ...(channel && { channel }),
      ...(env && { env }),
    });
    try {
      const page = await running.newPage();
      await page.goto(PAGE);
      await page.screenshot();
    } finally {
      await running.close();
    }
  } catch (cause) {
    const reason = lastWords(browser) ?? String(cause).split('\n')[0];
    throw new Error(
      `The Chromium of ${origin} (${executablePath ?? chromium.executablePath()}) shows no page with text here: ${reason}`,
      { cause },
    );
  }
  return browser;
}

/** Returns the browser's own error output; Playwright only reports that the page was closed. */
function lastWords({ executablePath, env }: Browser): string | undefined {
  const command = executablePath ?? chromium.executablePath();
  const { stderr } = spawnSync(command, [...FLAGS, '--screenshot=/dev/null', PAGE], {
    encoding: 'utf8',
    timeout: DIAGNOSIS_MS,
    ...(env && { env }),
  });
  const lines = (stderr ?? '').split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /FATAL|error while loading/.test(line)) ?? lines.at(-1);
}
