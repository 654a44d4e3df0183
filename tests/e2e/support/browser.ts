import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findPackageBrowser, PACKAGE, packageEnvironment, unpackBrowser } from './package-browser.ts';

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
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${[
    // The address bar's pages, begun with every window, cost half a second of a core; no test looks at one.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    // Chromium heeds only the last such flag, so what Playwright switches off stands here, too.
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
/** Text and controls that have to be drawn: without a font Chromium ends here and not at its start. */
const PAGE = 'data:text/html,<h1>Karibu</h1><button>Duka</button><input value="1">';
const DIAGNOSIS_MS = 20_000;

/**
 * The browser of a package, which is the same on every machine and, having no windows, does less than a whole one; else
 * Playwright's own if it is installed, else the system's. `isWhole`: those two first, for a window or for what a shopper's
 * browser takes. Unpacks nothing.
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
 * Unpacks the package's browser where it is needed. Throws, saying plainly why, where the browser cannot show a page
 * with text.
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

/** What the browser itself says before it ends; Playwright only tells that the page was closed. */
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
