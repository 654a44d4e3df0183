import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const MODULES = 29;
const PIXELS = 8;
const MARGIN = 3;

/** Returns a PNG in base64 that looks like a QR code. It differs for each text, but no app can scan it. */
export function drawQr(text: string): string {
  const size = (MODULES + 2 * MARGIN) * PIXELS;
  const bits = Buffer.concat(
    Array.from({ length: 4 }, (_, index) => createHash('sha256').update(`${index}${text}`).digest()),
  );
  const isDark = (row: number, column: number) => {
    const inside = row >= 0 && column >= 0 && row < MODULES && column < MODULES;
    return inside && (finder(row, column) ?? ((bits[(row * MODULES + column) >> 3] ?? 0) >> (column & 7)) % 2 === 1);
  };
  const lines = Array.from({ length: size }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: size }, (__, x) =>
        isDark(Math.floor(y / PIXELS) - MARGIN, Math.floor(x / PIXELS) - MARGIN) ? 0 : 255,
      ),
    ]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

/** The squares in three corners. `undefined` elsewhere. */
function finder(row: number, column: number): boolean | undefined {
  const y = row > MODULES - 9 ? MODULES - 1 - row : row;
  const x = column > MODULES - 9 ? MODULES - 1 - column : column;
  if (y > 7 || x > 7 || (row > MODULES - 9 && column > MODULES - 9)) return undefined;
  const ring = Math.max(Math.abs(3 - y), Math.abs(3 - x));
  return ring === 3 || ring < 2;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
