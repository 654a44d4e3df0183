/** Returns the success envelope of §7. */
export function ok<Data>(data: Data): { success: true; data: Data };
export function ok<Data>(data: Data, message: string): { success: true; message: string; data: Data };
export function ok<Data>(data: Data, message?: string): { success: true; message?: string; data: Data } {
  return { success: true, ...(message !== undefined && { message }), data };
}
