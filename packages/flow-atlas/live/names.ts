/** Returns a name that sorts by its time. Epoch ms. */
export function newName(at = Date.now()): string {
  return `${at.toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}
