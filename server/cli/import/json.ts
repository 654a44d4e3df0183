import type { Entry } from '../../modules/catalogue/import.service.ts';
import { NOT_UTF8, type TextSource } from './text.ts';

/** Maximum size of one product. A larger value means a broken file, and must not fill the memory. */
const LONGEST = 8 * 1024 * 1024;

/** Parses one product per line. Skips invalid lines. */
export async function* jsonLines(source: TextSource): AsyncGenerator<Entry> {
  let line = 0;
  let rest = '';
  for await (const piece of source()) {
    const [first = '', ...parts] = piece.split('\n');
    rest += first;
    for (const part of parts) {
      line += 1;
      if (rest.trim() !== '') yield parseEntry(rest, line);
      rest = part;
    }
    if (rest.length > LONGEST) {
      yield { line: line + 1, fault: { field: '', reason: TOO_LONG } };
      return;
    }
  }
  if (rest.trim() !== '') yield parseEntry(rest, line + 1);
}

/** Parses the elements of an array, with only one of them in memory. */
export async function* jsonArray(source: TextSource): AsyncGenerator<Entry> {
  const scan = { line: 1, depth: 0, inText: false, isEscaped: false, startLine: 1 };
  let held = '';
  for await (const piece of source()) {
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const char = piece[at];
      if (char === '\n') scan.line += 1;
      if (scan.inText) {
        if (scan.isEscaped) scan.isEscaped = false;
        else if (char === '\\') scan.isEscaped = true;
        else if (char === '"') scan.inText = false;
        continue;
      }
      const isEnd = scan.depth === 1 && (char === ',' || char === ']');
      if (isEnd) {
        const text = held + piece.slice(from, at);
        if (text.trim() !== '') yield parseEntry(text, scan.startLine);
        held = '';
        from = at + 1;
        scan.startLine = scan.line;
      }
      if (char === '"') scan.inText = true;
      else if (char === '[' || char === '{') scan.depth += 1;
      else if (char === ']' || char === '}') scan.depth -= 1;
      if (char === '[' && scan.depth === 1) {
        held = '';
        from = at + 1;
        scan.startLine = scan.line;
      }
      if (char === ']' && scan.depth === 0) return;
    }
    held += piece.slice(from);
    if (held.length > LONGEST) {
      yield { line: scan.startLine, fault: { field: '', reason: TOO_LONG } };
      return;
    }
  }
  yield {
    line: findStart(held, scan.startLine),
    fault: { field: '', reason: 'the list is not closed: something is missing from here on' },
  };
}

const TOO_LONG = 'a product of more than 8 MB; the rest of the file was not read';

function parseEntry(text: string, line: number): Entry {
  const start = findStart(text, line);
  const broken = text.indexOf('\ufffd');
  if (broken >= 0) return locateFault(text, line, broken, NOT_UTF8);
  try {
    return { line: start, given: JSON.parse(text) as unknown };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    return locateFault(text, line, at, `is not valid JSON: ${message.replace(/ (?:in JSON )?at position .*$/s, '')}`);
  }
}

function locateFault(text: string, line: number, at: number, reason: string): Entry {
  const before = text.slice(0, at);
  const column = before.length - before.lastIndexOf('\n');
  return { line: line + before.split('\n').length - 1, fault: { field: `column ${column}`, reason } };
}

/** Returns the line of the first character that is not white space. */
function findStart(text: string, line: number): number {
  const blank = /^\s*/.exec(text)?.[0] ?? '';
  return line + blank.split('\n').length - 1;
}
