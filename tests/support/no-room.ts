/** Throws what Node throws where a file finds no room on its disk. */
export function noRoom(): never {
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 });
}
