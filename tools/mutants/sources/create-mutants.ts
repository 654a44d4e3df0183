import { readdirSync, readFileSync } from 'node:fs';
import * as common from './expressions.ts';
import type { Operator } from './expressions.ts';
import { calledMethods, callArguments, otherMethod, slots } from './composition.ts';
import type { Mutant } from './mutant.ts';
import * as rows from './sql.ts';
import { isNode, findPlaces } from './tree.ts';
import type { Node, Place } from './tree.ts';
import { APPEARANCE, attributes, eventsIn, handlers, noEvent, otherEvent, shownText } from './views.ts';

/** Kinds of mutated sources. */
export type SourceKind = 'views' | 'composition' | 'rules' | 'routes' | 'server';

/** A mutant of a file. Its name contains no line number, so that it is stable while other lines change. */
export interface SourceMutant extends Mutant {
  readonly kind: SourceKind;
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly name: string;
  readonly line: number;
  /** Part of a statement that `perHandle` or `perShape` builds once per connection. */
  readonly isBuiltOnce: boolean;
  /** Outside of every function, so that only loading the module reaches it. */
  readonly isAtLoad: boolean;
}

const FUNCTION = /Function/;

interface Source {
  readonly file: string;
  readonly source: string;
  readonly places: readonly Place[];
}

/** Folders of each kind. Pages of prose and drawings have no test to judge them. */
const FOLDERS: Readonly<Record<SourceKind, readonly string[]>> = {
  views: ['src/views', 'src/texts'],
  composition: ['src/compose'],
  rules: ['src/rules', 'contract/rules', 'contract/texts'],
  routes: ['src/routes'],
  server: ['server'],
};
/** Schemas and migrations are compared with each other; machines are judged as charts. */
const LEFT_OUT =
  /\.css\.ts$|\/theme\/|\/parts\/(?:icon|logo|skeleton)\.tsx$|\/shell\/(?:about|contact-page|customer-service|not-found|privacy|return-policy|static-page|terms)\.|^src\/texts\/pages\/|^server\/(?:db\/(?:schema|migrations)|machines)\b/;

/** Returns every mutant of a kind, by file and position. */
export function createKindMutants(kind: SourceKind): SourceMutant[] {
  return createMutants(
    kind,
    FOLDERS[kind].flatMap(filesIn).map((file) => ({ file, source: readFileSync(file, 'utf8') })),
  );
}

/** Returns every mutant of these sources, which are read together to know the methods of their objects. */
export function createMutants(
  kind: SourceKind,
  files: readonly { readonly file: string; readonly source: string }[],
): SourceMutant[] {
  const sources = files.map(({ file, source }): Source => ({ file, source, places: findPlaces(file, source) }));
  const getOperators = OPERATORS[kind](sources);
  return sources.flatMap((one) => named(kind, one, getOperators(one)));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .filter((file) => !LEFT_OUT.test(file))
    .sort();
}

type GetOperators = (sources: readonly Source[]) => (source: Source) => readonly Operator[];

const OPERATORS: Readonly<Record<SourceKind, GetOperators>> = {
  views: () => {
    const { conditions, sides, comparisons, numbers, strings } = common;
    return ({ places }) => [
      noEvent,
      otherEvent(eventsIn(places)),
      shownText,
      attributes,
      handlers,
      ...[conditions, sides, comparisons, numbers, strings].map(outsideAppearance(places)),
    ];
  },
  composition: (sources) => {
    const { conditions, sides, comparisons, numbers, booleans, strings, statements } = common;
    const called = calledMethods(sources);
    return ({ places }) => [
      slots,
      callArguments,
      otherMethod(called),
      otherEvent(eventsIn(places)),
      conditions,
      sides,
      comparisons,
      numbers,
      booleans,
      strings,
      statements,
    ];
  },
  rules: () => {
    const { conditions, sides, comparisons, arithmetic, numbers, booleans } = common;
    const { strings, statements, returns, methods, lists, patterns } = common;
    const all = [conditions, sides, comparisons, arithmetic, numbers, booleans];
    return () => [...all, strings, statements, returns, methods, lists, patterns];
  },
  routes: (sources) => {
    const { conditions, sides, comparisons, numbers, booleans, strings, statements, returns } = common;
    const called = calledMethods(sources);
    const all = [slots, callArguments, otherMethod(called), conditions, sides, comparisons, numbers];
    return () => [...all, booleans, strings, statements, returns];
  },
  server: () => {
    const { conditions, sides, comparisons, arithmetic, magnitudes, booleans, statements, returns, methods } = common;
    const all = [conditions, sides, comparisons, arithmetic, magnitudes, booleans, statements, returns, methods];
    return ({ places }) => [...all, ...Object.values(rows)].map(outsideLog(places));
  },
};

/** Excludes log lines, whose words are for people. */
function outsideLog(places: readonly Place[]): (operator: Operator) => Operator {
  const isLog = (node: Node): boolean => {
    if (node.type === 'ExpressionStatement') return isLog(node['expression'] as Node);
    if (node.type !== 'CallExpression') return false;
    const callee = node['callee'] as Node;
    if (callee.type !== 'MemberExpression') return false;
    const object = callee['object'] as Node;
    return (object.type === 'MemberExpression' ? (object['property'] as Node)['name'] : object['name']) === 'log';
  };
  const lines = places.flatMap(({ node }) => (isLog(node) ? [node] : []));
  return (operator) => (place, source) =>
    lines.some(({ start, end }) => start <= place.node.start && place.node.end <= end) ? [] : operator(place, source);
}

/** Excludes attributes of appearance. */
function outsideAppearance(places: readonly Place[]): (operator: Operator) => Operator {
  const looks = places.flatMap(({ node }) => {
    // The default of such a property is appearance too.
    const field = node.type === 'JSXAttribute' ? 'name' : isDefault(node) ? 'key' : null;
    if (field === null) return [];
    const { name } = node[field] as { readonly name: unknown };
    return typeof name === 'string' && APPEARANCE.test(name) ? [node] : [];
  });
  return (operator) => (place, source) =>
    looks.some(({ start, end }) => start <= place.node.start && place.node.end <= end) ? [] : operator(place, source);
}

/** `look = 'primary'` among the properties of a part. */
function isDefault({ type, value }: Node): boolean {
  return type === 'Property' && isNode(value) && value.type === 'AssignmentPattern';
}

function isBuilder({ type, callee }: Node): boolean {
  return type === 'CallExpression' && isNode(callee) && /^per(?:Handle|Shape)$/.test(String(callee['name']));
}

/**
 * Returns the links of `a?.b().c()` that the rest of the chain needs. A switch around one of them would end the chain
 * there, so that the rest is read although `a` is missing.
 */
function chainLinks({ type, ...chain }: Node): Node[] {
  if (type !== 'ChainExpression') return [];
  const all: Node[] = [];
  for (let at: unknown = chain['expression']; isNode(at); at = at['object'] ?? at['callee']) all.push(at);
  const last = all.findLastIndex((node) => node['optional'] === true);
  return all.slice(1, last + 1);
}

function named(kind: SourceKind, { file, source, places }: Source, operators: readonly Operator[]): SourceMutant[] {
  const nodes = places.map(({ node }) => node);
  const links = nodes.flatMap(chainLinks);
  const mutants = places
    .flatMap((place) => operators.flatMap((operator) => operator(place, source)))
    .filter(
      ({ edits }) => !edits.some((edit) => links.some(({ start, end }) => start === edit.start && end === edit.end)),
    );
  const builders = nodes.filter(isBuilder);
  const functions = nodes.filter(({ type }) => FUNCTION.test(type));
  const seen = new Map<string, number>();
  return mutants.map((one) => {
    const name = `${file}: ${one.operator}: ${one.change}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    const at = one.edits[0]?.start ?? 0;
    const line = source.slice(0, at).split('\n').length;
    const isIn = ({ start, end }: Node) => start <= at && at < end;
    const [isBuiltOnce, isAtLoad] = [builders.some(isIn), !functions.some(isIn)];
    return { ...one, kind, file, line, isBuiltOnce, isAtLoad, name: times === 1 ? name : `${name} (${times})` };
  });
}
