/** Throws the error of Node for a full disk. */
export function noRoom(): never {
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 });
}
