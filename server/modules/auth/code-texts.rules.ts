import { shop } from '../../../contract/shop.config.ts';

/**
 * Returns the SMS that brings a code. The last line is for phones that fill the code in by themselves (WebOTP, U22).
 * @param code the code, or the mark that the provider replaces by it
 */
export function codeText(code: string, lifeMs: number, publicOrigin: string): string {
  const minutes = Math.ceil(lifeMs / 60_000);
  const host = new URL(publicOrigin).hostname;
  return `Your ${shop.name} code is ${code}. It is valid for ${minutes} minutes. Never share it.\n\n@${host} #${code}`;
}
