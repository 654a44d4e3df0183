import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

/** The npm package with a Chromium, for machines without one. */
export const PACKAGE = '@sparticuz/chromium';

/** The folder of the package, and the folder of the unpacked browser. */
export interface PackageBrowser {
  readonly packed: string;
  readonly unpacked: string;
  readonly executablePath: string;
}

/** Returns null if the package is not installed. Unpacks nothing. */
export function findPackageBrowser(): PackageBrowser | null {
  const require = createRequire(import.meta.url);
  try {
    // build/cjs/index.cjs inside the package
    const root = path.resolve(path.dirname(require.resolve(PACKAGE)), '../..');
    const { version } = require(path.join(root, 'package.json')) as { version: string };
    const unpacked = path.resolve(root, `../../.cache/chromium-${version}`);
    return { packed: path.join(root, 'bin'), unpacked, executablePath: path.join(unpacked, 'chromium') };
  } catch {
    return null;
  }
}

/**
 * Unpacks the browser with its fonts and libraries. The package's own helper unpacks into the system's temporary
 * folder, where a second process can find an incomplete file. Here the folder is renamed when it is complete.
 */
export async function unpackBrowser({ packed, unpacked }: PackageBrowser): Promise<void> {
  if (!existsSync(unpacked)) {
    mkdirSync(path.dirname(unpacked), { recursive: true });
    const fresh = mkdtempSync(`${unpacked}.`);
    await inflate(path.join(packed, 'chromium.br'), path.join(fresh, 'chromium'), 0o755);
    for (const [archive, into] of [
      ['fonts', '.'],
      ['swiftshader', '.'],
      ['al2023', 'libraries'],
    ] as const) {
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
  // Written each time because it contains the folder's path, which changes with the project's location.
  writeFileSync(fontsFile(unpacked), fontsConfiguration(unpacked));
}

/** Returns the environment for the browser: our fonts, and its own NSS libraries if the system has none. */
export function packageEnvironment({ unpacked, executablePath }: PackageBrowser): Record<string, string> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const environment = { ...inherited, FONTCONFIG_FILE: fontsFile(unpacked) };
  if (!lacksLibraries(executablePath)) return environment;
  const libraries = [path.join(unpacked, 'libraries/lib'), inherited['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return { ...environment, LD_LIBRARY_PATH: libraries };
}

function fontsFile(unpacked: string): string {
  return path.join(unpacked, 'duka-fonts.conf');
}

/**
 * The package's own configuration refers to folders of another machine, and a Chromium without fonts crashes on the
 * first page with text. `TEST_SYSTEM_FONTS=0` excludes the system's fonts, as on a machine without any.
 */
function fontsConfiguration(unpacked: string): string {
  const system =
    process.env['TEST_SYSTEM_FONTS'] === '0' ? '' : '  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>\n';
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(unpacked, 'fonts')}</dir>
  <cachedir>${path.join(unpacked, 'fonts-cache')}</cachedir>
${system}</fontconfig>
`;
}

function inflate(from: string, to: string, mode: number): Promise<void> {
  return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }));
}

function lacksLibraries(binary: string): boolean {
  try {
    return execFileSync('ldd', [binary], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).includes(
      'not found',
    );
  } catch {
    return existsSync(binary);
  }
}
