/** The success envelope of §7. */
export function ok<Data>(data: Data): { success: true; data: Data } {
  return { success: true, data };
}
