import { existsSync, readFileSync } from 'node:fs';

/** A package that is installed in production, with the licence that it declares. */
export interface Shipped {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or `null` if the package declares none. */
  readonly licence: string | null;
}

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** The older forms of the field: `{ type }`, and `licenses` with a list of them. */
interface Manifest {
  readonly license?: string | { readonly type: string };
  readonly licenses?: readonly { readonly type: string }[];
}

/** Licences under which a package may ship. The last three are shipped unchanged, as files that can be replaced. */
export const ALLOWED: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  // caniuse-lite: data.
  'CC-BY-4.0',
  // libvips, which sharp loads.
  'LGPL-3.0-or-later',
  // lightningcss, which Vite loads.
  'MPL-2.0',
];

/** Packages that declare their licence in a file only, as their authors wrote it there. */
export const DECLARED_ELSEWHERE: Readonly<Record<string, string>> = { 'require-like': 'MIT' };

/** The production packages of a lock file, transitive, each version once, sorted by name. */
export function shippedPackages(root = '.'): Shipped[] {
  const lock = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const shipped = Object.entries(lock.packages).flatMap(([folder, { version = '', license, dev, link }]) => {
    const name = folder.split('node_modules/').at(-1) ?? '';
    if (!folder.includes('node_modules/') || dev === true || link === true) return [];
    const licence = license ?? declaredIn(`${root}/${folder}/package.json`) ?? DECLARED_ELSEWHERE[name] ?? null;
    return [[`${name}@${version}`, { name, version, licence }] as const];
  });
  return [...new Map(shipped).values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The licence in an installed manifest. Packages for other platforms are not installed. */
function declaredIn(file: string): string | null {
  if (!existsSync(file)) return null;
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? null;
}

/** Whether a package may ship: each part of an AND, or one part of an OR, is on the list. */
export function isAllowed({ licence }: Shipped): boolean {
  if (licence === null) return false;
  const choices = licence.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => ALLOWED.includes(one.trim())));
}
