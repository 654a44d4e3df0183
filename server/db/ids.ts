import { createHash } from 'node:crypto';

/** Returns the same id for the same name in every shop, in the format of a UUIDv4 (A34). */
export function toStableId(kind: string, name: string): string {
  const bytes = createHash('sha256').update(`duka ${kind} ${name}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
