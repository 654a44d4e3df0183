import { escape } from '../atlas/draw.ts';
import type { CaseStep } from '../cases/case.ts';
import { isTestData } from '../cases/formats/text.ts';
import { formatDuration } from '../cases/words.ts';
import { createReportCode } from './report-code.ts';
import { REPORT_STYLE } from './report-style.ts';
import { countChecked, formatChecked, getVerdict } from './result.ts';
import { formatCommit } from '../cases/stored-results.ts';
import type { LeftOut, Result, Run, StepResult, Verdict } from './result.ts';

/** The page of a run, which opens from a file. */

type Shown = Verdict | 'left-out';

const MARKS: Readonly<Record<Shown, string>> = {
  passed: '✓ Passed',
  failed: '✗ Failed',
  unchecked: '? Not checked',
  'left-out': '– Left out',
};

/** The most texts that a caption lists. */
const MOST_LISTED = 4;
/** The longest text that a caption quotes. */
const MAX_QUOTED = 60;

/** Formats the page with every case, its steps and their pictures. */
export function formatReport(run: Run): string {
  const { results, leftOut } = run;
  const title = `${run.machine ?? 'All flows'}: ${count(results, 'passed')} of ${results.length} paths passed`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>${REPORT_STYLE}</style>
<a class="skip" href="#cases">Skip to the cases</a>
<header>
<h1>${escape(title)}</h1>
<p>${escape(describeRun(run))}</p>
</header>
<form hidden>
<fieldset>
<legend>Show</legend>
${formatChoices(run)}
</fieldset>
<label>With the text <input type="search" autocomplete="off"></label>
<button type="button" data-open>Open all</button>
<output></output>
</form>
<div class="columns">
<nav aria-label="Contents">
<details open>
<summary><h2>Contents</h2></summary>
<ol>
${[...results.map(formatEntry), ...leftOut.map(formatLeftOutEntry)].join('\n')}
</ol>
</details>
</nav>
<main id="cases" tabindex="-1">
${[...results.map(formatCase), ...leftOut.map(formatLeftOut)].join('\n')}
</main>
</div>
<script>${createReportCode()}</script>
</html>
`;
}

function count(results: readonly Result[], verdict: Verdict): number {
  return results.filter((one) => getVerdict(one) === verdict).length;
}

function describeRun({ results, leftOut, isByHand = false, url, commit, started, ms }: Run): string {
  return [
    `${count(results, 'failed')} failed`,
    ...(count(results, 'unchecked') === 0 ? [] : [`${count(results, 'unchecked')} without a check`]),
    `${leftOut.length} left out`,
    formatChecked(results),
    ...(isByHand ? ['by hand'] : []),
    `${new Date(started).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    formatDuration(Math.max(1_000, Math.round(ms / 1_000) * 1_000)),
    url,
    ...(commit === null ? [] : [`commit ${formatCommit(commit)}`]),
  ].join(' · ');
}

function formatChoices({ results, leftOut }: Run): string {
  const partly = results.filter(isPartlyChecked).length;
  const choices: [string, string, number][] = [
    ['all', 'All', results.length + leftOut.length],
    ['failed', 'Failed', count(results, 'failed')],
    ['partly', 'Not fully checked', partly],
  ];
  return choices
    .map(
      ([value, label, number]) =>
        `<label><input type="radio" name="show" value="${value}"${value === 'all' ? ' checked' : ''}> ${label} (${number})</label>`,
    )
    .join('\n');
}

/** A person has to look at the rest of it. */
function isPartlyChecked(result: Result): boolean {
  const { checked, all } = countChecked(result);
  return getVerdict(result) !== 'failed' && checked < all;
}

function formatEntry(result: Result): string {
  const { id, title } = result.case;
  return `<li data-for="${escape(id)}"><a href="#${escape(id)}">${formatMark(getVerdict(result))} ${escape(title)}</a></li>`;
}

function formatLeftOutEntry({ id, title }: LeftOut): string {
  return `<li data-for="${escape(id)}"><a href="#${escape(id)}">${formatMark('left-out')} ${escape(title)}</a></li>`;
}

function formatMark(verdict: Shown): string {
  return `<span class="mark ${verdict}">${MARKS[verdict]}</span>`;
}

function formatCase(result: Result): string {
  const { id, flow, title, fingerprint, preconditions, steps, references, tags } = result.case;
  const verdict = getVerdict(result);
  const { checked, all } = countChecked(result);
  const data = [...new Set(steps.flatMap((step) => step.data))].filter(isTestData);
  const states = ['all', ...(verdict === 'failed' ? ['failed'] : []), ...(isPartlyChecked(result) ? ['partly'] : [])];
  const facts = [
    ...(preconditions.length === 0 ? [] : [['Start', preconditions.map(escape).join('<br>')]]),
    ...(data.length === 0 ? [] : [['Test data', `<ul>${data.map((one) => `<li>${escape(one)}</li>`).join('')}</ul>`]]),
    ...(references.length === 0 ? [] : [['See', escape(references.join(', '))]]),
    ['Case', `<code>${escape(id)}</code>, fingerprint <code>${escape(fingerprint)}</code>`],
    ['Tags', escape([flow, ...tags.filter((tag) => tag !== flow)].join(', '))],
  ];
  return `<details id="${escape(id)}" data-show="${states.join(' ')}"${verdict === 'failed' ? ' open' : ''}>
<summary>${formatMark(verdict)} <h2>${escape(title)}</h2> <small>${checked} of ${all} checked, ${(result.ms / 1_000).toFixed(1)} s</small></summary>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
<ol class="steps">${result.steps.map((one, index) => formatStep(one, steps[index], index)).join('\n')}</ol>
</details>`;
}

function formatLeftOut({ id, title, why, preconditions, steps }: LeftOut): string {
  return `<details id="${escape(id)}" data-show="all">
<summary>${formatMark('left-out')} <h2>${escape(title)}</h2></summary>
<p>Left out: ${escape(why)}.</p>
<dl><dt>Start</dt><dd>${preconditions.map(escape).join('<br>')}</dd><dt>Case</dt><dd><code>${escape(id)}</code></dd></dl>
<ol class="steps">${steps
    .map(
      ({ action, expected }) =>
        `<li><p>${escape(action)}</p>${formatList(expected.map(({ words }) => escape(words)))}</li>`,
    )
    .join('\n')}</ol>
</details>`;
}

function formatStep(result: StepResult, step: CaseStep | undefined, index: number): string {
  const { expected, outcome, failure } = result;
  const values = (step?.data ?? [])
    .filter((one) => !isTestData(one))
    .map((one) => `<small>with ${escape(one)}</small>`);
  const lines = expected.map(
    ({ words, check }) => `${escape(words)}${check === null ? ' <em>Not checked: compare the picture.</em>' : ''}`,
  );
  const wrong =
    failure === null
      ? ''
      : `<div class="wrong"><strong>Failed</strong>${failure
          .split('\n')
          .map((line) => `<p>${escape(line)}</p>`)
          .join('')}</div>`;
  const note = outcome === 'not reached' ? ' <em>Not reached.</em>' : '';
  return `<li${outcome === 'passed' ? '' : ` class="${outcome.replace(' ', '-')}"`}><p>${escape(step?.action ?? '')}${note}</p>${formatList([...lines, ...values])}${wrong}${formatPicture(result, index)}</li>`;
}

function formatList(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
}

function formatPicture({ picture, changes, failure }: StepResult, index: number): string {
  if (picture === null) return '';
  const { file, width, height, isPlaceOutside } = picture;
  const captions = [
    ...(failure === null && changes.fresh.length > 0 ? [`New: ${listTexts(changes.fresh)}.`] : []),
    ...(failure === null && changes.gone.length > 0 ? [`Gone: ${listTexts(changes.gone)}.`] : []),
    ...(isPlaceOutside ? ['The change is outside the picture.'] : []),
  ];
  const caption = captions.length === 0 ? '' : `<figcaption>${escape(captions.join(' '))}</figcaption>`;
  return `<figure><a href="${escape(file)}"><img src="${escape(file)}" width="${width}" height="${height}" loading="lazy" alt="The page after step ${index + 1}"></a>${caption}</figure>`;
}

function listTexts(texts: readonly string[]): string {
  const shown = texts
    .slice(0, MOST_LISTED)
    .map((text) => (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED - 1)}…` : text))
    // Controls are quoted already.
    .map((text) => (/^[a-z]+ '/.test(text) ? text : `'${text}'`));
  const more = texts.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}
