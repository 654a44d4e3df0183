import readline from 'node:readline';
import { Writable } from 'node:stream';

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * Prompts for a line without echo. From a pipe or file it reads the first line without a prompt. Rejects when the input
 * ends first.
 */
export async function readSecret(question: string, { input, output }: Terminal): Promise<string> {
  const isTerminal = input.isTTY === true;
  if (isTerminal) output.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = readline.createInterface({ input, output: nowhere, terminal: isTerminal });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('close', () => reject(new Error('Nothing was typed.')));
      lines.once('SIGINT', () => reject(new Error('Nothing was changed.')));
    });
  } finally {
    lines.close();
    if (isTerminal) output.write('\n');
  }
}

/** Same as `readSecret`, but a terminal prompts twice, because the input is invisible. Throws when the two differ. */
export async function readNewSecret(question: string, terminal: Terminal): Promise<string> {
  const secret = await readSecret(question, terminal);
  if (terminal.input.isTTY === true && (await readSecret('Once more: ', terminal)) !== secret)
    throw new Error('The two passwords are not the same. Nothing was changed.');
  return secret;
}
