import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MOST_PIXELS, openPicture } from './decoder.ts';
import { encodePicture } from './pictures.ts';
import { fetchPicture, MOST_BYTES } from './fetch-picture.ts';

export type Brought =
  /** The picture's path below the shop; new where it was not there before. */
  { readonly path: string; readonly isNew: boolean } | { readonly reason: string };

/** Pictures of the owner's own, as originals in the data directory. */
export interface OwnPictures {
  /** Brings one in, once: an https address, or a file below the folder. Never throws. */
  bring(image: string): Promise<Brought>;
  /** Those that lie there under a product's own name: `<slug>-1.jpg` and so on. */
  named(slug: string): readonly string[];
}

export interface OwnPicturesOptions {
  /** The originals: `DATA_DIR/pictures`. */
  readonly dir: string;
  /** Where the files are that have no address; no other file is read. */
  readonly from: string;
  /** Replaced by tests. */
  readonly fetch?: (url: string) => Promise<Buffer>;
}

/** What browsers' pictures are made of here, by the name that sharp gives. SVG may hold anything, so it stays out. */
const TYPES: Readonly<Record<string, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp', heif: 'avif' };
const NO_PICTURE = 'is no picture of type JPEG, PNG, WebP or AVIF';
const TOO_LARGE = `has more than ${MOST_PIXELS / 1_000_000} million pixels`;
/** A host that failed so often in a row is not asked again. */
const MOST_FAILURES = 5;

const KEY = /^([a-z0-9-]{1,160}-[1-9])\.(?:avif|webp|jpg|jpeg|png|svg)$/;
const OURS = /^\/media\/[a-z0-9-]{1,160}-[1-9]$/;

export async function createOwnPictures({ dir, from, fetch = fetchPicture }: OwnPicturesOptions): Promise<OwnPictures> {
  const here = await readdir(dir).catch((): string[] => []);
  const keys = new Set(here.flatMap((file) => KEY.exec(file)?.[1] ?? []));
  const underWay = new Map<string, Promise<Brought>>();
  const failures = new Map<string, number>();

  async function bytesOf(image: string): Promise<Buffer> {
    if (!isAddress(image)) return fileBytes(from, image);
    const host = URL.canParse(image) ? new URL(image).host : '';
    const failed = failures.get(host) ?? 0;
    if (failed >= MOST_FAILURES) throw new Error(`${host} does not answer`);
    try {
      const bytes = await fetch(image);
      failures.delete(host);
      return bytes;
    } catch (error) {
      // A host that answers, even with a refusal, may have the next one.
      if (!(error instanceof Error && /^(?:was|is|holds) /.test(error.message))) failures.set(host, failed + 1);
      throw error;
    }
  }

  async function add(image: string, key: string): Promise<Brought> {
    try {
      const bytes = await bytesOf(image);
      const type = await typeOf(bytes);
      await mkdir(dir, { recursive: true });
      const draft = path.join(dir, `.${randomUUID()}.tmp`);
      await writeFile(draft, bytes);
      await rename(draft, path.join(dir, `${key}.${type}`));
      keys.add(key);
      return { path: `/media/${key}`, isNew: true };
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    named: (slug) =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((n) => (keys.has(`${slug}-${n}`) ? [`/media/${slug}-${n}`] : [])),
    async bring(image) {
      if (OURS.test(image)) return { path: image, isNew: false };
      // The name says where it came from, so it is fetched once, whichever products show it.
      const origin = isAddress(image) ? image : path.resolve(from, image);
      const key = `own-${createHash('sha256').update(origin).digest('hex').slice(0, 24)}-1`;
      if (keys.has(key)) return { path: `/media/${key}`, isNew: false };
      const work = underWay.get(key) ?? add(image, key).finally(() => underWay.delete(key));
      underWay.set(key, work);
      return work;
    },
  };
}

const isAddress = (image: string) => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(image);

/** The bytes of a file below `folder`. */
async function fileBytes(folder: string, name: string): Promise<Buffer> {
  const root = await realpath(folder);
  const file = await realpath(path.resolve(root, name)).catch(() => null);
  if (file === null) throw new Error('is not there');
  if (!file.startsWith(root + path.sep)) throw new Error('is outside of the folder of the import');
  const { size } = await stat(file);
  if (size > MOST_BYTES) throw new Error(`is larger than ${MOST_BYTES / 1024 / 1024} MB`);
  return readFile(file);
}

/** HEIC and HEVC, by the brands of the file's first box; AVIF has the same container. */
function isHeic(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 256));
  return /hei[cmsx]|hev[cmsx]/.test(brands) && !brands.includes('avif');
}

/** The type of a picture by its bytes, whole and of a size that can be shown. Throws what is wrong with it. */
async function typeOf(bytes: Buffer): Promise<string> {
  if (bytes.length === 0) throw new Error(NO_PICTURE);
  if (isHeic(bytes)) throw new Error('is HEIC, which is not supported: save it as JPEG');
  const metadata = await openPicture(bytes)
    .metadata()
    .catch((error: unknown) => {
      if (String(error).includes('pixel limit')) throw new Error(TOO_LARGE, { cause: error });
      return null;
    });
  const type = TYPES[metadata?.format ?? ''];
  if (type === undefined || metadata === null) throw new Error(NO_PICTURE);
  await encodePicture(bytes, { width: 320, format: 'jpeg' }).catch((error: unknown) => {
    throw new Error('is a broken picture', { cause: error });
  });
  return type;
}
