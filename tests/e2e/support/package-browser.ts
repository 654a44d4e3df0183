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

/** The npm package that carries a Chromium, for machines without one. */
export const PACKAGE = '@sparticuz/chromium';

/** Where the package lies, and where its browser is unpacked to. */
export interface PackageBrowser {
  readonly packed: string;
  readonly unpacked: string;
  readonly executablePath: string;
}

/** Null where the package is not installed. Unpacks nothing. */
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
 * Unpacks the browser with its fonts and libraries. The package's own helper does so in the system's temporary folder,
 * where a second process meets a file that is half written; here the folder gets its name when it is complete.
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
  // Written at every preparation: it names the folder, which moves with the project.
  writeFileSync(fontsFile(unpacked), fontsConfiguration(unpacked));
}

/** What the browser has to be started with: our fonts, and its own NSS libraries where the system has none. */
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
 * The package's own configuration names folders of another machine, and a Chromium that finds no font ends with the
 * first
 * page that has text. `TEST_SYSTEM_FONTS=0` leaves the system's fonts out, as on a machine that has none.
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
