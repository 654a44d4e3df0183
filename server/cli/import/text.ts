import { createReadStream } from 'node:fs';

/**
 * Text of a file in pieces, with `
 * ` as line end. Each call reads from the start.
 */
export type TextSource = () => AsyncGenerator<string>;

export interface TextOptions {
  /** A label of the Encoding Standard, e.g. windows-1252. A byte order mark overrides it. */
  readonly encoding: string;
  /** Called with the number of bytes read so far. */
  readonly onRead: (bytes: number) => void;
}

const MARKS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Reads a file piece by piece. Invalid bytes become U+FFFD. */
export function readText(file: string, { encoding, onRead }: TextOptions): TextSource {
  return async function* text() {
    let decoder: TextDecoder | null = null;
    let bytes = 0;
    let rest = '';
    for await (const chunk of createReadStream(file, { highWaterMark: 128 * 1024 }) as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(detectByteOrderMark(chunk) ?? encoding);
      bytes += chunk.length;
      const piece = rest + decoder.decode(chunk, { stream: true });
      // A `\r` at the end may be the first half of a line end.
      rest = piece.endsWith('\r') ? '\r' : '';
      yield newlines(rest === '' ? piece : piece.slice(0, -1));
      onRead(bytes);
    }
    yield newlines(rest + (decoder?.decode() ?? ''));
  };
}

/** Error text for U+FFFD in the file. */
export const NOT_UTF8 =
  'is not valid UTF-8. Save the file as UTF-8, or name its encoding, e.g. --encoding windows-1252';

/** Returns whether this runtime supports the encoding. */
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** Returns the start of the text without leading white space. Empty when there is only white space. */
export async function readStart(source: TextSource): Promise<string> {
  let start = '';
  for await (const piece of source()) {
    start = (start + piece).trimStart();
    if ((start.includes('\n') && start.length > ENOUGH_START) || start.length > LONGEST_START) break;
  }
  return start;
}
/** The type of multi-line JSON shows only after its first line. */
const ENOUGH_START = 1_000;
const LONGEST_START = 64 * 1024;

/** Replaces the first line with an empty one. */
export function skipLine(source: TextSource): TextSource {
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

/** Replaces everything before this character with empty lines. */
export function skipTo(char: string, source: TextSource): TextSource {
  return async function* text() {
    let isFound = false;
    for await (const piece of source()) {
      const at: number = isFound ? 0 : piece.indexOf(char);
      isFound ||= at >= 0;
      yield isFound ? piece.slice(0, at).replace(/[^\n]/g, '') + piece.slice(at) : piece.replace(/[^\n]/g, '');
    }
  };
}

function detectByteOrderMark(chunk: Buffer): string | null {
  return MARKS.find(([, mark]) => mark.every((byte, index) => chunk[index] === byte))?.[0] ?? null;
}

function newlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
