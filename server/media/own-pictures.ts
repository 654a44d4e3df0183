import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MOST_PIXELS, openPicture } from './decoder.ts';
import { encodePicture } from './pictures.ts';
import { ORIGINAL_TYPES } from './originals.ts';
import { fetchPicture, MOST_BYTES } from './fetch-picture.ts';

export type BringResult =
  /** Path of the picture in the shop, and whether it is new. */
  { readonly path: string; readonly isNew: boolean } | { readonly reason: string };

/** A picture in the data directory, or the reason why its file is unusable. */
export type StoredPicture = { readonly path: string } | { readonly file: string; readonly reason: string };

/** The owner's pictures, stored as originals in the data directory. */
export interface OwnPictures {
  /** Stores a picture once: from an https URL, or from a file in the folder. Never throws. */
  bring(image: string): Promise<BringResult>;
  /** Returns the pictures of a product in the data directory: `<slug>-1.jpg` and so on. Never throws. */
  find(slug: string): Promise<readonly StoredPicture[]>;
}

export interface OwnPicturesOptions {
  /** The originals: `DATA_DIR/pictures`. */
  readonly dir: string;
  /** Folder of picture files without a URL. No other file is read. */
  readonly from: string;
  /** Tests replace it. */
  readonly fetch?: (url: string) => Promise<Buffer>;
}

/** Accepted types by sharp's name. SVG is excluded, because it may contain anything. */
const TYPES: Readonly<Record<string, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp', heif: 'avif' };
const NO_PICTURE = 'is not a JPEG, PNG, WebP or AVIF picture';
const TOO_LARGE = `has more than ${MOST_PIXELS / 1_000_000} million pixels`;
/** Number of consecutive failures after which a host is skipped. */
const MOST_FAILURES = 5;

const KEY = /^([a-z0-9-]{1,160}-[1-9])\.([a-z0-9]{1,8})$/i;
const OURS = /^\/media\/([a-z0-9-]{1,160}-[1-9])$/;
/** File extensions of originals, in order of preference. */
const ENDINGS: readonly string[] = ORIGINAL_TYPES;

export async function createOwnPictures({ dir, from, fetch = fetchPicture }: OwnPicturesOptions): Promise<OwnPictures> {
  const here = await readdir(dir).catch((): string[] => []);
  const files = filesByKey(here);
  const checks = new Map<string, Promise<StoredPicture>>();
  const underWay = new Map<string, Promise<BringResult>>();
  const failures = new Map<string, number>();

  async function readBytes(image: string): Promise<Buffer> {
    if (!isAddress(image)) return fileBytes(from, image);
    const host = URL.canParse(image) ? new URL(image).host : '';
    const failed = failures.get(host) ?? 0;
    if (failed >= MOST_FAILURES) throw new Error(`${host} does not answer`);
    try {
      const bytes = await fetch(image);
      failures.delete(host);
      return bytes;
    } catch (error) {
      // A host that responds, even with an error, may have the next picture.
      if (!/^(?:was|is|holds) /.test(formatReason(error))) failures.set(host, failed + 1);
      throw error;
    }
  }

  async function add(image: string, key: string): Promise<BringResult> {
    try {
      const bytes = await readBytes(image);
      const type = await detectType(bytes);
      await mkdir(dir, { recursive: true });
      const draft = path.join(dir, `.${randomUUID()}.tmp`);
      await writeFile(draft, bytes);
      await rename(draft, path.join(dir, `${key}.${type}`));
      files.set(key, `${key}.${type}`);
      return { path: `/media/${key}`, isNew: true };
    } catch (error) {
      return { reason: formatReason(error) };
    }
  }

  /** Renders a file in the data directory once, before a product shows it. */
  async function check(key: string, file: string): Promise<StoredPicture> {
    try {
      const bytes = await fileBytes(dir, file);
      await detectType(bytes, { mayBeDrawing: true });
      const isFound = ENDINGS.some((ending) => file === `${key}.${ending}`);
      return isFound ? { path: `/media/${key}` } : { file, reason: `must be named ${key}.jpg, .png, .webp or .avif` };
    } catch (error) {
      return { file, reason: formatReason(error) };
    }
  }

  function findStored(key: string): Promise<StoredPicture> | null {
    const file = files.get(key);
    if (file === undefined) return null;
    const checked = checks.get(key) ?? check(key, file);
    checks.set(key, checked);
    return checked;
  }

  return {
    find: (slug) => Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((n) => findStored(`${slug}-${n}`) ?? [])),
    async bring(image) {
      const ours = OURS.exec(image)?.[1];
      if (ours !== undefined) {
        const there = await findStored(ours);
        if (there === null) return { reason: 'is not in the folder pictures of DATA_DIR' };
        return 'path' in there ? { ...there, isNew: false } : { reason: `(${there.file}) ${there.reason}` };
      }
      // The name is derived from the source, so that each picture is fetched once for all products.
      const origin = isAddress(image) ? image : path.resolve(from, image);
      const key = `own-${createHash('sha256').update(origin).digest('hex').slice(0, 24)}-1`;
      if (files.has(key)) return { path: `/media/${key}`, isNew: false };
      const work = underWay.get(key) ?? add(image, key).finally(() => underWay.delete(key));
      underWay.set(key, work);
      return work;
    },
  };
}

/** Returns the file of each key. If there are several, the one that pages use. */
function filesByKey(names: readonly string[]): Map<string, string> {
  const rank = (file: string) =>
    (ENDINGS.indexOf(path.extname(file).slice(1)) + ENDINGS.length + 1) % (ENDINGS.length + 1);
  const sorted = names.toSorted((one, other) => rank(other) - rank(one));
  return new Map(sorted.flatMap((file) => (KEY.test(file) ? [[file.replace(KEY, '$1').toLowerCase(), file]] : [])));
}

const formatReason = (error: unknown) => (error instanceof Error ? error.message : String(error));

const isAddress = (image: string) => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(image);

/** Reads a file in `folder`. */
async function fileBytes(folder: string, name: string): Promise<Buffer> {
  const root = await realpath(folder);
  const file = await realpath(path.resolve(root, name)).catch(() => null);
  if (file === null) throw new Error('is not there');
  if (!file.startsWith(root + path.sep)) throw new Error('is outside of the folder of the import');
  const found = await stat(file);
  if (!found.isFile()) throw new Error('is not a file');
  const { size } = found;
  if (size > MOST_BYTES) throw new Error(`is larger than ${MOST_BYTES / 1024 / 1024} MB`);
  return readFile(file).catch((error: unknown) => {
    throw new Error('cannot be read', { cause: error });
  });
}

/** Detects HEIC and HEVC by the brands in the first box. AVIF has the same container. */
function isHeic(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256));
  return /hei[cmsx]|hev[cmsx]/.test(brands) && !brands.includes('avif');
}

/** Returns the type of a complete picture of a supported size. Throws the reason otherwise. */
async function detectType(bytes: Buffer, { mayBeDrawing = false } = {}): Promise<string> {
  if (bytes.length === 0) throw new Error(NO_PICTURE);
  if (isHeic(bytes)) throw new Error('is HEIC, which is not supported: save it as JPEG');
  const image = await openPicture(bytes);
  const metadata = await image.metadata().catch((error: unknown) => {
    if (String(error).includes('pixel limit')) throw new Error(TOO_LARGE, { cause: error });
    return null;
  });
  const format = metadata?.format ?? '';
  const type = mayBeDrawing && format === 'svg' ? format : TYPES[format];
  if (type === undefined || metadata === null) throw new Error(NO_PICTURE);
  await encodePicture(bytes, { width: 320, format: 'jpeg' }).catch((error: unknown) => {
    throw new Error('is a broken picture', { cause: error });
  });
  return type;
}
