import { createMachine } from 'xstate';
import type { AnyStateMachine } from 'xstate';
import { Window } from 'happy-dom';
import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, test } from 'vitest';
import { createChart } from '../atlas/create-chart.ts';
import { allStates } from '../atlas/chart.ts';
import { compareFlows } from '../atlas/compare.ts';
import { drawView } from '../atlas/draw.ts';
import { NO_LABELS, getConditionLabel, getEdgeLabel, getTriggerLabel } from '../atlas/labels.ts';
import { computeLayout } from '../atlas/layout.ts';
import { computeLooks, getScale } from '../atlas/looks.ts';
import { shortenText, measureWidth, wrapText } from '../atlas/measure.ts';
import { renderOutline } from '../atlas/outline.ts';
import { formatMermaid } from '../atlas/mermaid.ts';
import { flowPage, toScriptJson } from '../atlas/page.ts';
import { searchEntries, buildIndex } from '../atlas/search.ts';
import type { Box } from '../atlas/shapes.ts';
import { formatMarkdown } from '../atlas/text.ts';
import { parseMarkdown } from '../atlas/descriptions.ts';
import { allBoxes, getFoldableStates, createView } from '../atlas/view.ts';
import { formatDelay, shortenDescription, spellOut } from '../atlas/words.ts';
import { playerMachine } from './atlas-machine.ts';

const chart = createChart('media-player', playerMachine);
const edge = (id: string) => chart.edges.find((one) => one.id.startsWith(id));
const folded = (...ids: string[]) => ({ folded: new Set(ids), hasJumps: false });
const all = getFoldableStates(chart).map(({ id }) => id);
const elk = new ELK();

describe('words', () => {
  test('spells out identifiers', () => {
    expect(spellOut('isPhoneUnverified')).toBe('is phone unverified');
    expect(spellOut('email.change')).toBe('email change');
  });
  test.each([
    [75_000, '1 min 15 s'],
    [600_000, '10 min'],
    [300, '300 ms'],
    [0, 'at once'],
    [() => 1, null],
  ])('formats a delay of %s as %s', (delay, words) => expect(formatDelay(delay)).toBe(words));
  test('shortens a description to a label without references and full stop', () => {
    expect(shortenDescription('The session is over (D14, §4).')).toBe('The session is over');
    expect(shortenDescription('It is so (and it stays so).')).toBe('It is so (and it stays so)');
  });
  test('wraps and shortens long texts between words', () => {
    expect(wrapText('one two three four five', 9)).toEqual(['one two', 'three', 'four five']);
    expect(shortenText('one two three', 9)).toBe('one two …');
  });
  test('measures wide letters as wider', () =>
    expect(measureWidth('WWW', 12)).toBeGreaterThan(measureWidth('iii', 12)));
});

describe('a chart', () => {
  test('contains ignored events, restarts and second targets', () => {
    expect(edge('loaded.track.paused: eject.press')).toMatchObject({ isForbidden: true, to: [] });
    expect(edge('loaded.track.playing: track.restart')).toMatchObject({ isReentry: true });
    expect(edge('loaded: disc.insert')?.to).toEqual(['player.loaded.track.playing', 'player.loaded.sound.loud']);
    expect(edge('loaded.sound.loud: volume.change')).toMatchObject({
      isForbidden: false,
      to: [],
      actions: ['setVolume'],
    });
  });
  test("identifies each transition like XState's inspection: state, event, index", () => {
    expect(edge('reading: 0.player.reading answers [otherwise]')).toMatchObject({
      from: 'player.reading',
      event: 'xstate.done.actor.0.player.reading',
      index: 1,
    });
  });
  test('takes its labels from the flow, and spells out names without one', () => {
    const labels = {
      ...NO_LABELS,
      events: { 'play.press': 'Presses Play' },
      guards: { isDiscScratched: 'The disc has a scratch' },
      timers: { dimAfter: 'Quiet for long' },
    };
    const labelled = { ...chart, labels };
    const scratched = chart.edges.find(({ guard }) => guard === 'isDiscScratched');
    const dim = edge('loaded.sound.quiet: after');
    const play = edge('loaded.track.paused: play.press');
    if (scratched === undefined || dim === undefined || play === undefined) throw new Error('a transition is missing');
    expect(getConditionLabel(labelled, scratched)).toBe('The disc has a scratch');
    expect(getConditionLabel(chart, scratched)).toBe('Is disc scratched');
    expect(getTriggerLabel(labelled, dim)).toBe('After 1 min 15 s');
    expect(getTriggerLabel(labelled, play)).toBe('Presses Play');
    expect(getTriggerLabel(chart, play)).toBe('Play press');
    expect(getEdgeLabel(labelled, scratched)).toMatch(/ · The disc has a scratch$/);
    expect(getEdgeLabel(labelled, { ...scratched, kind: 'always' })).toBe('The disc has a scratch');
  });
});

describe('a view', () => {
  const boxNamed = (root: Box, title: string) => allBoxes(root).find((box) => box.title === title);

  test('folds a state into a box that counts its inner states', () => {
    const { root, links } = createView(chart, folded('player.loaded'));
    expect(boxNamed(root, 'Loaded')?.lines.map(({ text }) => text)).toContain('6 states inside');
    expect(boxNamed(root, 'Playing')).toBeUndefined();
    expect(links.every(({ from, to }) => !from.startsWith('player.loaded.') && !to.startsWith('player.loaded.'))).toBe(
      true,
    );
  });
  test('draws all transitions between two states as one line', () => {
    const { links } = createView(chart, folded());
    const broken = links.filter(({ to }) => to === 'player.broken');
    expect(broken).toHaveLength(1);
    expect(broken[0]?.items).toHaveLength(2);
  });
  test('keeps every transition, folded or not', () => {
    for (const view of [createView(chart, folded()), createView(chart, { folded: new Set(), hasJumps: true })]) {
      const told = [...view.links, ...allBoxes(view.root).flatMap(({ lines }) => lines)].flatMap(({ edges }) => edges);
      expect([...new Set(told)].sort((a, b) => a - b)).toEqual(chart.edges.map((_, index) => index));
    }
  });
  test('lists ignored events and restarts in the box', () => {
    const { root } = createView(chart, folded());
    expect(boxNamed(root, 'Paused')?.lines).toMatchObject([{ kind: 'ignored', text: 'Eject press' }]);
    expect(boxNamed(root, 'Playing')?.lines).toMatchObject([{ kind: 'again', text: 'Track restart' }]);
  });
  test('draws the second target of a transition separately', () => {
    expect(createView(chart, folded()).links.filter(({ isSecond }) => isSecond)).toMatchObject([
      { to: 'player.loaded.sound.loud' },
    ]);
  });
});

describe('a layout', () => {
  test('places every box, and no label on a box without inner states', async () => {
    const view = createView(chart, folded());
    const { boxes, links } = await computeLayout(view, elk);
    expect(boxes.map(({ id }) => id).sort()).toEqual(
      allStates(chart.root)
        .map(({ id }) => id)
        .filter((id) => id !== 'player')
        .sort(),
    );
    const leaves = boxes.filter(({ id }) => !all.includes(id));
    const covered = links.flatMap(({ label }) =>
      leaves.filter(
        (box) =>
          label !== null &&
          label.x < box.x + box.width &&
          label.x + label.width > box.x &&
          label.y < box.y + box.height &&
          label.y + label.height > box.y,
      ),
    );
    expect(covered).toEqual([]);
  });
  test('marks states and transitions of the drawing for highlighting', async () => {
    const view = createView(chart, folded());
    const svg = drawView(view, await computeLayout(view, elk));
    for (const { id } of allStates(chart.root).slice(1)) expect(svg).toContain(`data-state="${id}"`);
    for (const { id } of view.links) expect(svg).toContain(`data-link="${id}"`);
    for (const id of all) expect(svg).toContain(`data-fold="${id}"`);
  });
  test('TST-O1: folds the first view until it fits in its own size', async () => {
    const { first, full } = await computeLooks(chart, elk);
    expect(getScale(first.laid)).toBe(1);
    expect(full.folded).toEqual([]);
  });
  test('TST-O1: cuts no label and leaves none out', () => {
    const events = Array.from({ length: 9 }, (_, nth) => `A rather long label that needs several lines, number ${nth}`);
    const edge_ = chart.edges.find(({ from, to }) => from === 'player.empty' && to.length === 1);
    if (edge_ === undefined) throw new Error('a transition is missing');
    const many = events.map((event) => ({ ...edge_, id: event, event }));
    const labels = { ...NO_LABELS, events: Object.fromEntries(events.map((event) => [event, event])) };
    const { links } = createView({ ...chart, edges: many, labels }, folded());
    expect(links.flatMap(({ items }) => items.map(({ lines }) => lines.join(' ')))).toEqual(events);
  });
});

describe('a page', () => {
  test('contains no executable text of the machine', async () => {
    const bad = { ...chart, root: { ...chart.root, description: '</script><script>alert(1)</script>' } };
    const looks = await computeLooks(bad, elk);
    const page = flowPage({ chart: bad, group: '', looks, proof: null, startedBy: [], notes: null });
    expect(page).not.toContain('<script>alert');
    expect(JSON.parse(toScriptJson(bad))).toEqual(bad);
  });
  test('TST-O4: has an outline with every state inside its parent, and every transition', () => {
    const { document } = new Window();
    document.body.innerHTML = renderOutline(chart, null);
    const place = (element: Element | null | undefined) =>
      element?.closest('[data-outline]')?.getAttribute('data-outline');
    const items = document.querySelectorAll('[data-outline]') as unknown as ArrayLike<Element>;
    const parents = new Map(Array.from(items).map((item) => [place(item), place(item.parentElement) ?? 'player']));
    expect(Object.fromEntries(parents)).toEqual({
      player: 'player',
      ...Object.fromEntries(
        allStates(chart.root).flatMap(({ id, children }) => children.map((child) => [child.id, id] as const)),
      ),
    });
    chart.edges.forEach(({ from }, index) =>
      expect(place(document.querySelector(`[data-edge="${index}"]`) as unknown as Element)).toBe(from),
    );
    for (const list of Array.from(document.querySelectorAll('ul ul')))
      expect(list.getAttribute('aria-label')).not.toBe('');
    expect(document.querySelector('[data-outline="player.loaded.track.paused"] > h5')?.textContent).toContain('Paused');
  });
  test('is found by its words, and by whole references only', () => {
    const shown = { name: 'x', shows: ['the tray'], says: null, ref: 'D21', states: ['player.empty'] };
    const share = { all: 1, covered: 1, excused: 0 };
    const coverage = { states: share, transitions: share, guards: share };
    const proof = { coverage, rows: [], beyond: [], shows: [shown], mutants: null };
    const texts = [{ text: 'Put one in', state: 'empty & quiet' }];
    const index = buildIndex([{ chart, group: '', proof, texts }]);
    expect(searchEntries(index, 'put one in')).toMatchObject([
      {
        kind: 'text',
        name: '‘Put one in’',
        text: 'Seen in: Empty',
        href: expect.stringMatching(/#state=[^&]+\.empty$/),
      },
    ]);
    expect(searchEntries(index, 'media')[0]).toMatchObject({ kind: 'flow' });
    expect(searchEntries(index, 'tray').map(({ name }) => name)).toEqual(['Empty']);
    expect(searchEntries(index, 'D21').map(({ name }) => name)).toEqual(['Empty']);
    expect(searchEntries(index, 'D2')).toEqual([]);
  });
});

describe('a text', () => {
  const text = formatMarkdown(chart);

  const ARROW = '(?:s\\d+|\\[\\*\\])';
  const WORDS = '(?:[^:;#"`{}<>|\\\\]|<br/>)+';
  const LINE = new RegExp(
    `^ +(?:--|\\}|${ARROW} --> ${ARROW}(?:: ${WORDS})?|state "${WORDS}" as s\\d+(?: \\{)?|classDef ends [\\w:-]+|class [s\\d,]+ ends)$`,
  );
  test('TST-O8: has Mermaid sketches without special characters of Mermaid', () => {
    const diagrams = formatMermaid(chart);
    expect(diagrams.map(({ title }) => title)).toEqual([null, 'Loaded']);
    for (const { code } of diagrams) {
      const [first, ...lines] = code.split('\n');
      expect(first).toBe('stateDiagram-v2');
      for (const line of lines) expect(line).toMatch(LINE);
    }
    expect(text).toContain('```mermaid\nstateDiagram-v2');
  });
  test('TST-O8: a large flow folds its states, each of which has a diagram; ends that many lead to are lines', () => {
    const floor = (size: number): object => ({
      initial: 'r0',
      on: { fire: '#hotel.Outside' },
      states: Object.fromEntries(
        Array.from({ length: size }, (_, index) => [
          `r${index}`,
          { on: { go: `r${(index + 1) % size}`, leave: '#hotel.gone' } },
        ]),
      ),
    });
    const hotel = createMachine({
      id: 'hotel',
      initial: 'first',
      states: {
        first: floor(6),
        second: floor(6),
        both: { type: 'parallel', states: { lift: floor(6), stairs: floor(6) } },
        gone: { type: 'final' },
        Outside: {
          on: Object.fromEntries(
            Array.from({ length: 9 }, (_, index) => [`door${index}`, ['first', 'second', 'both'][index % 3]]),
          ),
        },
        ...Object.fromEntries(
          Array.from({ length: 5 }, (_, index) => [`yard${index}`, { on: { go: 'Outside', leave: 'gone' } }]),
        ),
      },
    } as never) as unknown as AnyStateMachine;
    const diagrams = formatMermaid(createChart('hotel', hotel));
    // Regions have no diagram in common, because no arrow leads from one to the other.
    expect(diagrams.map(({ title }) => title)).toEqual([null, 'First', 'Second', 'Lift', 'Stairs']);
    const [whole = '', first = ''] = diagrams.map(({ code }) => code);
    expect(whole).toContain('state "First +<br/>⇢ Gone" as s1');
    expect(whole).not.toContain('"Gone"');
    expect(first).toContain('s1 --> [*]: Leave');
    for (const { code } of diagrams) for (const line of code.split('\n').slice(1)) expect(line).toMatch(LINE);
  });
  test('survives formatting and parsing', () => {
    const told = parseMarkdown('media-player', text);
    expect(told.states.map(({ name }) => name)).toEqual(
      allStates(chart.root)
        .slice(1)
        .map(({ name }) => name),
    );
    expect(told.transitions).toHaveLength(chart.edges.length);
    expect(told.timers).toEqual({ dimAfter: '1 min 15 s', skipAfter: 'computed' });
  });
  test('shows added, removed and changed parts', () => {
    const before = parseMarkdown('media-player', text);
    const after = parseMarkdown(
      'media-player',
      text
        .replace('- **broken** (the end): It cannot be played.', '- **broken** (the end): It is out of order.')
        .replace(/^\| loaded\.track\.playing \| pause.*\n/m, '')
        .replace(/^(\| empty \| disc\.insert)(.*)$/m, '$1$2\n| empty | lid.open |  |  | stays |  |'),
    );
    expect(compareFlows([before], [after])[0]?.changes).toEqual([
      {
        kind: 'changed',
        what: 'state',
        name: 'broken',
        parts: [{ part: 'description', was: 'It cannot be played.', is: 'It is out of order.' }],
      },
      expect.objectContaining({ kind: 'removed', name: 'loaded.track.playing: pause.press' }),
      expect.objectContaining({ kind: 'added', name: 'empty: lid.open' }),
    ]);
    expect(compareFlows([before], [before])).toEqual([]);
    expect(compareFlows([], [before])).toMatchObject([{ flow: 'media-player', kind: 'added' }]);
  });
});
