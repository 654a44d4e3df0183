import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { Graph, Node } from '../model/explore.ts';
import { isFromActor, userCases } from '../model/steps.ts';
import type { Act } from './act.ts';
import { sentence } from './act.ts';
import { actsFor } from './acts-for.ts';
import { isEnabled } from './enabled.ts';
import { isUnchanged, Screen } from './screen.ts';
import type { View } from './screen.ts';

interface Offer {
  readonly label: string;
  readonly event: EventObject;
  readonly isTaken: boolean;
}

/**
 * Performs every act in snapshots of every state. If the machine accepts the event, each control must exist and send
 * exactly this event; if not, the control must be absent, disabled or silent. No other control may send anything.
 * Returns complaints in words.
 */
export function walkControls(graph: Graph, view: View): string[] {
  const screen = new Screen(view);
  try {
    return [...new Set(selectDistinctNodes(graph).flatMap((node) => inNode(graph, node, screen)))];
  } finally {
    screen.close();
  }
}

/** Returns one snapshot of each kind: with different states, accepted events, or acts that send these. */
export function selectDistinctNodes(graph: Graph): Node[] {
  const seen = new Set<string>();
  return [...graph.nodes.values()].filter((node) => {
    const { snapshot } = node.state;
    if (snapshot === null) return false;
    const kinds = [
      node.value,
      ...offersIn(graph, snapshot).map(({ label, event, isTaken }) => {
        const acts = actsFor(graph.model, event, snapshot) ?? [];
        return `${node.value} ${label} ${isTaken} ${acts.map(sentence).join()}`;
      }),
    ];
    const isNew = kinds.some((kind) => !seen.has(kind));
    for (const kind of kinds) seen.add(kind);
    return isNew;
  });
}

function offersIn({ model }: Graph, snapshot: AnyMachineSnapshot): Offer[] {
  return userCases(model).map(({ label, event }) => ({ label, event, isTaken: accepts(snapshot, event) }));
}

/** A finished machine accepts nothing, although XState's `can` says otherwise. */
function accepts(snapshot: AnyMachineSnapshot, event: EventObject): boolean {
  return snapshot.status === 'active' && snapshot.can(event);
}

function inNode(graph: Graph, { value, state }: Node, screen: Screen): string[] {
  const snapshot = state.snapshot as AnyMachineSnapshot;
  const touched = new Set<HTMLElement>();
  screen.open(snapshot);
  const problems = screen.takeSentEvents().map(({ type }) => `${value}: the view sends ${type} by itself`);
  for (const offer of offersIn(graph, snapshot)) {
    for (const act of actsFor(graph.model, offer.event, snapshot) ?? []) {
      const controls = screen.controls(act);
      for (const control of controls) touched.add(control);
      problems.push(...tryControl(screen, snapshot, offer, act, controls).map((problem) => `${value}: ${problem}`));
    }
  }
  return [...problems, ...others(graph, screen, snapshot, touched).map((problem) => `${value}: ${problem}`)];
}

function tryControl(
  screen: Screen,
  snapshot: AnyMachineSnapshot,
  { label, event, isTaken }: Offer,
  act: Act,
  controls: readonly HTMLElement[],
): string[] {
  const on = controls.filter((control) => isEnabled(control));
  if (isTaken && on.length === 0)
    return [`${label} is taken, and ${controls.length === 0 ? 'nothing is there' : 'it is off'} to ${sentence(act)}`];
  return controls.flatMap((control) => {
    if (isUnchanged(control, act)) return [];
    const sent = touch(screen, snapshot, control, act);
    const wanted = isTaken && isEnabled(control) ? [event] : [];
    return isDeepStrictEqual(sent, wanted)
      ? []
      : [`to ${sentence(act)} sends ${shown(sent)} and not ${shown(wanted)} (${label})`];
  });
}

/** Controls that no case has touched, e.g. of another line, must send the event of their own act, or nothing. */
function others(
  { model }: Graph,
  screen: Screen,
  snapshot: AnyMachineSnapshot,
  touched: ReadonlySet<HTMLElement>,
): string[] {
  return screen
    .allControls()
    .filter((control) => !touched.has(control) && isEnabled(control))
    .flatMap((control) => {
      const sent = touch(screen, snapshot, control, {
        do: isField(control) ? 'fill' : 'press',
        value: '7',
        leave: true,
      });
      const isNamed = (event: EventObject) =>
        accepts(snapshot, event) &&
        (actsFor(model, event, snapshot) ?? []).some((act) => screen.controls(act).includes(control));
      if (sent.length === 0 || (sent.length === 1 && sent.every(isNamed))) return [];
      return [`${control.tagName.toLowerCase()} '${nameIn(control)}' sends ${shown(sent)}, and no act names it`];
    });
}

function touch(
  screen: Screen,
  snapshot: AnyMachineSnapshot,
  control: HTMLElement,
  act: Pick<Act, 'do' | 'value' | 'leave'>,
): readonly EventObject[] {
  screen.touch(control, act);
  const sent = screen.takeSentEvents();
  // Resets local state of the controls.
  screen.show(snapshot);
  return sent;
}

function isField(control: HTMLElement): boolean {
  return (
    control.tagName === 'TEXTAREA' ||
    (control.tagName === 'INPUT' && !/^(radio|checkbox|button|submit)$/.test((control as HTMLInputElement).type))
  );
}

function nameIn(control: HTMLElement): string {
  return control.getAttribute('aria-label') ?? control.textContent ?? control.getAttribute('name') ?? '';
}

function shown(events: readonly EventObject[]): string {
  return events.length === 0 ? 'nothing' : events.map((event) => JSON.stringify(event)).join(', ');
}

/** Returns user events without an act and without a file that sends them, and acts of unknown events. */
export function findUnmadeEvents({ model }: Graph): string[] {
  const { acts = {}, events } = model;
  const made = Object.entries(events)
    .filter(([, entry]) => !isFromActor(entry))
    .map(([type]) => type);
  return [
    ...made.filter((type) => acts[type] === undefined).map((type) => `nothing says how ${type} is made`),
    ...Object.keys(acts)
      .filter((type) => !made.includes(type))
      .map((type) => `no user sends ${type}`),
  ];
}
