import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case } from 'flow-atlas/cases/case';
import { selectCases } from 'flow-atlas/cases/select';
import type { ShownText } from 'model-testing/texts/shown-texts';
import type { ReportedText } from 'model-testing/texts/text-tests';
import { parseArguments } from './arguments.ts';
import { getSubject, createSubjectFinder } from './paths/machines.ts';
import { constantLines } from './texts/constant-lines.ts';
import { readReport, REPORT, loadReport, textLines } from './texts/report.ts';
import { formatJson, formatTable } from './texts/tables.ts';

/**
 * `npm run texts [-- <words>] [--json]` prints where each text and constant of the specification is shown
 * (docs/paths.md). `--write` walks every flow for them, which takes some minutes, and writes docs/texts.json.
 */
const HELP = `npm run texts [-- <words>] [options]

  <words>   lists only texts and constants with these words
  --json    prints JSON
  --write   searches every flow for the texts, which takes some minutes, and writes ${REPORT}
`;
const { values, positionals } = argumentsOrEnd();
if (values.write) await write();
const words = positionals.join(' ').toLowerCase();
const texts = textLines().filter(({ text, section }) => `${section} ${text}`.toLowerCase().includes(words));
const constants = constantLines().filter(({ what }) => `§9 ${what}`.toLowerCase().includes(words));
if (texts.length + constants.length === 0) {
  process.stderr.write(`No text or constant of the specification contains '${words}'.\n`);
  process.exitCode = 1;
} else if (values.json) process.stdout.write(formatJson(texts, constants));
else {
  // Describing all cases takes a minute, so only those of a search are described.
  const cases = words === '' ? new Map<ReportedText, Case>() : await findTextCases(texts.flatMap(({ shown }) => shown));
  process.stdout.write(
    formatTable(texts, constants, { report: readReport(), caseOf: (one) => cases.get(one) ?? null }),
  );
}

function argumentsOrEnd() {
  try {
    const read = parseArguments(process.argv.slice(2), {
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    });
    if (!read.values.help) return read;
    process.stdout.write(HELP);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

async function findTextCases(shown: readonly ReportedText[]): Promise<Map<ReportedText, Case>> {
  const found = new Map<ReportedText, Case>();
  for (const one of shown) {
    const subject = await getSubject(one.flow);
    const asked = one.row === undefined ? { along: one.path } : { row: one.row };
    const [told] = await selectCases(subject, await createSubjectFinder(subject), asked);
    if (told !== undefined) found.set(one, told);
  }
  return found;
}

/** Lets each flow's tests search their own pages, because they have its view. */
async function write(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  try {
    const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'paths'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, TEXTS: folder },
    });
    if (status !== 0)
      throw new Error(`A flow could not be searched. For the error, run TEXTS=${folder} npm run test:paths`);
    const shown = readdirSync(folder)
      .sort()
      .flatMap((file) => {
        const found = JSON.parse(readFileSync(join(folder, file), 'utf8')) as ShownText[];
        return found.map((one) => ({ flow: file.replace(/\.json$/, ''), ...one }));
      });
    writeFileSync(REPORT, await loadReport(shown));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
