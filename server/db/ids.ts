import { createHash } from 'node:crypto';

/** The same id for the same name at every seeding, in the form of a UUIDv4. */
export function idOf(kind: 'category' | 'brand' | 'product' | 'station' | 'order', slug: string): string {
  const bytes = createHash('sha256').update(`duka ${kind} ${slug}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
