import type { Case } from './case.ts';
import { formatGherkin } from './formats/gherkin.ts';
import { formatSpreadsheet } from './formats/spreadsheet.ts';
import { formatTestrailCsv, formatTestrailXml, formatXray, formatZephyr } from './formats/test-management.ts';
import { formatText } from './formats/text.ts';
import { formatMarkdown } from './formats/markdown.ts';

/** Formats of cases for people and their tools. */
export const FORMATS = {
  text: formatText,
  markdown: formatMarkdown,
  gherkin: formatGherkin,
  csv: formatSpreadsheet,
  json: (cases: readonly Case[]) => `${JSON.stringify(cases, null, 2)}\n`,
  testrail: formatTestrailCsv,
  'testrail-xml': formatTestrailXml,
  xray: formatXray,
  zephyr: formatZephyr,
} as const;

/** File name extensions of the formats. */
export const EXTENSIONS: Readonly<Record<keyof typeof FORMATS, string>> = {
  text: 'txt',
  markdown: 'md',
  gherkin: 'feature',
  csv: 'csv',
  json: 'json',
  testrail: 'testrail.csv',
  'testrail-xml': 'testrail.xml',
  xray: 'xray.csv',
  zephyr: 'zephyr.csv',
};
