import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { getEdges, getNodes, getStateName } from 'model-testing/model/structure';
import { getChildren } from '../mutants/sources/tree.ts';
import type { Node } from '../mutants/sources/tree.ts';

/** Code and texts of a flow: the part that charts do not show and a comparison of versions needs. */
export interface FlowCode {
  /** By name: guards, actions and delays of the machine, and the declarations that they use. */
  readonly code: Readonly<Record<string, string>>;
  /** Texts that machine and view can show to a shopper. */
  readonly texts: readonly string[];
}

/** Reads the code of a machine from the sources below `root`; `entries` are its first files. */
export function readFlowCode(machine: AnyStateMachine, root: string, entries: readonly string[]): FlowCode {
  const found = findReached(root, entries);
  const rules = [...found].filter(([, one]) => !one.isShown && !isMachine(one.text));
  return {
    code: { ...getImplementations(machine), ...Object.fromEntries(rules.map(([name, { text }]) => [name, text])) },
    texts: [...new Set([...found.values()].flatMap(({ texts }) => texts))].sort(),
  };
}

/**
 * Returns the text of everything that a flow is made of, by name: the functions of its machine, the declarations that
 * machine and view use, and its transitions. Two versions differ in as many names as something was changed.
 */
export function readFlowParts(
  machine: AnyStateMachine,
  root: string,
  entries: readonly string[],
): Readonly<Record<string, string>> {
  const declared = [...findReached(root, entries)].filter(([, { text }]) => !isMachine(text));
  return {
    ...getImplementations(machine),
    ...Object.fromEntries(declared.map(([name, { text }]) => [`declaration ${name}`, text])),
    ...Object.fromEntries(getEdges(machine).map((edge) => [`transition ${edge.id}`, formatActions(edge.definition)])),
    ...Object.fromEntries(
      getNodes(machine).map((node) => [
        `state ${getStateName(node)}`,
        [formatActions({ actions: node.entry }), formatActions({ actions: node.exit }), formatInvokes(node)].join(
          ' / ',
        ),
      ]),
    ),
  };
}

function formatActions({ actions }: { readonly actions: readonly unknown[] }): string {
  return actions.map((action) => (typeof action === 'string' ? action : formatImplementation(action))).join(', ');
}

function formatInvokes({ invoke }: AnyStateNode): string {
  return invoke.map(({ id, src, input }) => `${id} ${String(src)} ${formatImplementation(input)}`).join(', ');
}

function isMachine(text: string): boolean {
  return /\bcreateMachine\(/.test(text);
}

function getImplementations({ implementations }: AnyStateMachine): Record<string, string> {
  const kinds = { guard: implementations.guards, action: implementations.actions, delay: implementations.delays };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, all]) =>
      Object.entries(all as Record<string, unknown>).map(([name, one]) => [
        `${kind} ${name}`,
        formatImplementation(one),
      ]),
    ),
  );
}

/** Returns a function with the fields that XState has added, e.g. of an `assign`. */
function formatImplementation(value: unknown): string {
  if (typeof value === 'function') {
    const fields = Object.entries(value as object).map(([name, one]) => `${name}: ${formatImplementation(one)}`);
    return [...(isXStateAction(value) ? [] : [plain(String(value))]), ...fields].join(' ');
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${formatImplementation(one)}`)
    .join(' ');
}

/** XState's functions for `assign`, `sendTo` and others have identical code. */
function isXStateAction(value: object): boolean {
  return 'resolve' in value || 'type' in value;
}

interface Declaration {
  readonly text: string;
  readonly texts: readonly string[];
  /** Whether it is in a view or a module of texts: its code is no rule, but its texts count. */
  readonly isShown: boolean;
}

interface Module {
  readonly source: string;
  readonly declared: ReadonlyMap<string, Node>;
  /** By local name: the file and the name there. */
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /** Files by the name of their namespace import, e.g. `texts`. */
  readonly spaces: ReadonlyMap<string, string>;
}

/** Views and modules of texts (decisions 0091 and 0092). */
const SHOWN = /x$|\/texts\/|\.texts\.ts$/;

/** Returns the declarations that the entries use, by name and file, and everything in the entries. */
function findReached(root: string, entries: readonly string[]): Map<string, Declaration> {
  const modules = new Map<string, Module | null>();
  const moduleAt = (file: string) => {
    if (!modules.has(file)) modules.set(file, readModule(root, file));
    return modules.get(file) ?? null;
  };
  const found = new Map<string, Declaration>();
  const queue = entries.flatMap((file) => [...(moduleAt(file)?.declared.keys() ?? [])].map((name) => ({ file, name })));
  for (const { file, name } of queue) {
    const module = moduleAt(file);
    const key = `${name} (${file})`;
    if (module === null || found.has(key)) continue;
    const passed = module.imported.get(name);
    const node = module.declared.get(name);
    if (node === undefined) {
      if (passed !== undefined) queue.push(passed);
      continue;
    }
    const text = plain(module.source.slice(node.start, node.end));
    found.set(key, { text, texts: textsIn(node), isShown: SHOWN.test(file) });
    for (const [, space = '', member = ''] of text.matchAll(/([A-Za-z_$][\w$]*)\.([A-Za-z_$][\w$]*)/g)) {
      const inside = module.spaces.get(space);
      if (inside !== undefined) queue.push({ file: inside, name: member });
    }
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const there = module.imported.get(word);
      if (there !== undefined) queue.push(there);
      else if (module.declared.has(word)) queue.push({ file, name: word });
    }
  }
  return found;
}

/** Returns `null` for a missing file. Imports of packages, which do not start with a dot, are ignored. */
function readModule(root: string, file: string): Module | null {
  if (!existsSync(path.join(root, file))) return null;
  const source = readFileSync(path.join(root, file), 'utf8');
  const { program } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts', astType: 'ts' });
  const declared = new Map<string, Node>();
  const imported = new Map<string, { file: string; name: string }>();
  const spaces = new Map<string, string>();
  for (const node of program.body as unknown as Node[]) {
    const from = (node['source'] as { readonly value?: string } | null | undefined)?.value;
    for (const one of getChildren(node['specifiers'])) {
      const local = nameIn(one['local']);
      const name = nameIn(one['imported']) ?? local;
      const outer = nameIn(one['exported']) ?? local;
      if (one.type === 'ImportNamespaceSpecifier' && from?.startsWith('.') === true && local !== null)
        spaces.set(local, path.posix.join(path.posix.dirname(file), from));
      else if (from?.startsWith('.') === true && local !== null && name !== null && outer !== null)
        imported.set(node.type.startsWith('Export') ? outer : local, {
          file: path.posix.join(path.posix.dirname(file), from),
          name: node.type.startsWith('Export') ? local : name,
        });
    }
    const inner = (node['declaration'] as Node | null | undefined) ?? node;
    if (inner.type.startsWith('TS')) continue;
    for (const one of inner.type === 'VariableDeclaration' ? getChildren(inner['declarations']) : [inner]) {
      const name = nameIn(one['id']);
      if (name !== null) declared.set(name, one);
    }
  }
  return { source, declared, imported, spaces };
}

function nameIn(value: unknown): string | null {
  const name = (value as { readonly name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? name : null;
}

/** Texts for people: several words, or one that starts with a capital letter. */
function textsIn(node: Node): string[] {
  const own =
    node.type === 'JSXText' || (node.type === 'Literal' && typeof node['value'] === 'string')
      ? plain(node['value'] as string)
      : node.type === 'TemplateElement'
        ? plain((node['value'] as { readonly cooked?: string }).cooked ?? '')
        : '';
  const isText = /^[A-Z][a-z' ]|[a-z] [a-z]/i.test(own) && /^\S*[A-Z]|\s/.test(own);
  return [...(isText ? [own] : []), ...Object.values(node).flatMap((value) => getChildren(value).flatMap(textsIn))];
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
