import readline from 'node:readline';
import { Writable } from 'node:stream';

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** A line to type. A terminal does not show a secret. */
interface Question {
  readonly text: string;
  readonly isSecret: boolean;
}

/**
 * Prompts for one line after the other. From a pipe or file it reads the first lines without a prompt. Rejects when the
 * input ends first.
 */
export async function readLines(questions: readonly Question[], { input, output }: Terminal): Promise<string[]> {
  const isTerminal = input.isTTY === true;
  const typed: string[] = [];
  const isHidden = () => !isTerminal || questions[typed.length]?.isSecret !== false;
  const echo = new Writable({
    write(part: Buffer, _encoding, done) {
      if (!isHidden()) output.write(part);
      done();
    },
  });
  const lines = readline.createInterface({ input, output: echo, terminal: isTerminal });
  const ask = () => {
    const { text = '', isSecret = true } = questions[typed.length] ?? {};
    if (!isTerminal) return;
    if (isSecret) return output.write(text);
    // Backspace draws the prompt again.
    lines.setPrompt(text);
    lines.prompt();
  };
  try {
    return await new Promise<string[]>((resolve, reject) => {
      lines.on('line', (line) => {
        if (isTerminal && isHidden()) output.write('\n');
        if (typed.push(line) === questions.length) resolve(typed);
        else ask();
      });
      lines.once('close', () => reject(new Error('Nothing was typed.')));
      lines.once('SIGINT', () => reject(new Error('Nothing was changed.')));
      ask();
    });
  } finally {
    lines.close();
  }
}

/** Prompts for a line without echo, as `readLines` does. */
export async function readSecret(question: string, terminal: Terminal): Promise<string> {
  const [secret = ''] = await readLines([{ text: question, isSecret: true }], terminal);
  return secret;
}

/** Same as `readSecret`, but a terminal prompts twice, because the input is invisible. Throws when the two differ. */
export async function readNewSecret(question: string, terminal: Terminal): Promise<string> {
  const secret = await readSecret(question, terminal);
  if (terminal.input.isTTY === true && (await readSecret('Once more: ', terminal)) !== secret)
    throw new Error('The two passwords are not the same. Nothing was changed.');
  return secret;
}
