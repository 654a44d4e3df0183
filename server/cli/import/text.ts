import { createReadStream } from 'node:fs';

/** The text of a file from its start, in pieces; lines end in '\n' whatever the file has. May be asked again. */
export type TextSource = () => AsyncGenerator<string>;

export interface TextOptions {
  /** A label of the Encoding Standard, e.g. windows-1252; a byte order mark is stronger. */
  readonly encoding: string;
  /** Bytes from the start of the file that were read. */
  readonly onRead: (bytes: number) => void;
}

const MARKS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Reads a file piece by piece. What is not of its encoding comes out as U+FFFD. */
export function textOf(file: string, { encoding, onRead }: TextOptions): TextSource {
  return async function* text() {
    let decoder: TextDecoder | null = null;
    let bytes = 0;
    let rest = '';
    for await (const chunk of createReadStream(file, { highWaterMark: 128 * 1024 }) as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(markOf(chunk) ?? encoding);
      bytes += chunk.length;
      const piece = rest + decoder.decode(chunk, { stream: true });
      // A '\r' at the end may be the first half of a line's end.
      rest = piece.endsWith('\r') ? '\r' : '';
      yield newlines(rest === '' ? piece : piece.slice(0, -1));
      onRead(bytes);
    }
    yield newlines(rest + (decoder?.decode() ?? ''));
  };
}

/** What is said of text with U+FFFD in it. */
export const NOT_UTF8 =
  'holds what is no UTF-8. Save the file as UTF-8, or name its encoding, e.g. --encoding windows-1252';

/** Whether text can be read in this encoding here. */
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** The first text of a source that is not blank, without what is blank before it; empty where all is blank. */
export async function startOf(source: TextSource): Promise<string> {
  let start = '';
  for await (const piece of source()) {
    start = (start + piece).trimStart();
    if ((start.includes('\n') && start.length > ENOUGH_START) || start.length > LONGEST_START) break;
  }
  return start;
}
/** JSON on many lines shows only below the first what it is. */
const ENOUGH_START = 1_000;
const LONGEST_START = 64 * 1024;

/** The same lines, the first of them empty. */
export function withoutLine(source: TextSource): TextSource {
  return async function* text() {
    let isBelow = false;
    for await (const piece of source()) {
      const end = piece.indexOf('\n');
      if (isBelow) yield piece;
      else if (end >= 0) {
        isBelow = true;
        yield piece.slice(end);
      }
    }
  };
}

/** The same lines, from this character on; what is before it is blank. */
export function fromFirst(char: string, source: TextSource): TextSource {
  return async function* text() {
    let isFound = false;
    for await (const piece of source()) {
      const at: number = isFound ? 0 : piece.indexOf(char);
      isFound ||= at >= 0;
      yield isFound ? piece.slice(0, at).replace(/[^\n]/g, '') + piece.slice(at) : piece.replace(/[^\n]/g, '');
    }
  };
}

function markOf(chunk: Buffer): string | null {
  return MARKS.find(([, mark]) => mark.every((byte, index) => chunk[index] === byte))?.[0] ?? null;
}

function newlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
