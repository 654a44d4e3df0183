import type { Page } from '@playwright/test';
import * as yaml from 'yaml';

/** A usable control, as a screen reader finds it. */
export interface Control {
  readonly role: string;
  readonly name: string;
  readonly isOn: boolean;
  readonly isChecked: boolean;
  /** The value of a field. */
  readonly value: string;
  /** Whether it is inside an alert or the message under the header. */
  readonly isInMessage: boolean;
}

/** A page as a reader perceives it. */
export interface Seen {
  /** The path of the address. */
  readonly path: string;
  readonly text: string;
  /** Only the controls of the dialog if one is open. */
  readonly controls: readonly Control[];
  readonly isDialog: boolean;
  /** Texts of alerts and of the message under the header. */
  readonly said: readonly string[];
}

interface Node {
  readonly role: string;
  readonly name: string;
  readonly states: string;
  readonly text: string;
  /** Roles and names of the ancestors. */
  readonly within: readonly string[];
}

const CONTROLS = new Set(['button', 'link', 'textbox', 'checkbox', 'radio', 'combobox', 'spinbutton']);
const LINE = /^([\w-]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)$/;
/** The number of a request, for the support line. */
const REQUEST = /^Request \S+$/;

/** Reads the current page. */
export async function look(page: Page): Promise<Seen> {
  const nodes = getNodes(yaml.parse(await page.locator('body').ariaSnapshot()), []);
  const isDialog = nodes.some(({ role }) => role === 'dialog');
  const top = nodes.filter(({ within }) => !isDialog || within.some((one) => one.startsWith('dialog')));
  return {
    path: new URL(page.url()).pathname,
    text: nodes.map(({ name, text }) => `${name} ${text}`).join(' '),
    isDialog,
    controls: top
      .filter(({ role }) => CONTROLS.has(role))
      .map(({ role, name, states, text, within }) => ({
        role,
        name,
        isOn: !states.includes('[disabled]'),
        isChecked: states.includes('[checked]'),
        value: text,
        isInMessage: within.some(isMessage),
      })),
    said: saidIn(nodes),
  };
}

const isMessage = (one: string) => one.startsWith('alert') || one === 'region Your M-Pesa payment';

function saidIn(nodes: readonly Node[]): string[] {
  return nodes.flatMap(({ role, text, within }) =>
    (isMessage(role) || within.some(isMessage)) && !CONTROLS.has(role) && text !== '' && !REQUEST.test(text)
      ? [text]
      : [],
  );
}

function getNodes(tree: unknown, within: readonly string[]): Node[] {
  if (Array.isArray(tree)) return tree.flatMap((one: unknown) => getNodes(one, within));
  if (typeof tree === 'string') return getNode(tree, '', within);
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([line, below]: [string, unknown]) => {
    if (line.startsWith('/')) return [];
    if (typeof below !== 'object' || below === null) return getNode(line, String(below ?? ''), within);
    const [node] = getNode(line, '', within);
    if (node === undefined) return [];
    return [node, ...getNodes(below, [...within, `${node.role} ${node.name}`.trim()])];
  });
}

function getNode(line: string, text: string, within: readonly string[]): Node[] {
  const [, role, name = '', states = ''] = LINE.exec(line) ?? [];
  return role === undefined ? [] : [{ role, name: name.replace(/\\(.)/g, '$1'), states, text, within }];
}
