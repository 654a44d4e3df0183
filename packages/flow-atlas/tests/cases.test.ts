import { describe, expect, test } from 'vitest';
import { selectCases } from '../cases/select.ts';
import type { CaseSelection } from '../cases/select.ts';
import type { Subject } from '../cases/subject.ts';
import { door, lock } from './door.ts';

const getSubject = (id: string): Subject | null => [door, lock].find((one) => one.id === id) ?? null;
const casesFor = (subject: Subject, asked: CaseSelection = {}) => selectCases(subject, getSubject, asked);

/** The steps of a case as readable text. */
const told = ({ steps }: Awaited<ReturnType<typeof casesFor>>[number]) =>
  steps.map(({ keyword, action, expected, references }) =>
    [keyword, action, ...expected.map(({ words }) => `- ${words}`), references.join(' ')].filter((one) => one !== ''),
  );

describe('paths in words', () => {
  test('contain actions with values, replies, expectations and references', async () => {
    const [path] = await casesFor(lock, { to: 'open' });
    expect(path?.preconditions).toEqual(['G1 has arrived.']);
    expect(path && told(path)).toEqual([
      ['given', 'Stand before the door.', '- The shut lock: A field for the code.', '§1'],
      [
        'given',
        "Press the button 'Send'.",
        '- No message is shown.',
        '- POST /check is sent.',
        '- asking: busy.',
        '§2 D1',
      ],
      ['when', 'Let the lock accept the code K1.', '- \'Come in, "guest"\' is shown.', '- open.', 'D2'],
    ]);
    expect(path?.steps.map(({ data }) => data)).toEqual([
      ['G1: a guest with the key K1', 'K1: the code 1234'],
      ['POST /check: code'],
      ['K1: the code 1234'],
    ]);
  });

  test('replace the answer of a child machine by its steps', async () => {
    const [path] = await casesFor(door, { to: 'open' });
    expect(path?.steps.map(({ action }) => action)).toEqual([
      'Begin.',
      "Press the button 'Ring'.",
      "Type '1234' into the field 'Code'.",
      "Press the button 'Send'.",
      'Let the lock accept the code K1.',
    ]);
    expect(path?.steps.at(-1)?.expected).toContainEqual({
      words: "open: 'Welcome'.",
      line: "It is now: open ('Welcome')",
    });
  });

  test('attach consequences to the inner step, and format time in seconds', async () => {
    const cases = await casesFor(door, { through: 'after stay in open' });
    expect(cases).toHaveLength(1);
    expect(cases[0] && told(cases[0]).at(-1)).toEqual(['when', 'Wait 5 s.', '- The light goes out.', 'D5']);
  });

  test('describe the rest of the page when the part of the flow does not change', async () => {
    const cases = await casesFor(door);
    const blown = cases.flatMap(({ steps }) => steps).filter(({ action }) => action.includes('wind blows'));
    expect(blown.flatMap(({ expected }) => expected.map(({ words }) => words))).toContain(
      'The trees move; the door stays as it is.',
    );
  });

  test('name an invisible state only when nothing else is expected', async () => {
    const [path] = await casesFor(door, { through: 'after stay in open' });
    expect(path && told(path).flat()).toContain('- Not visible: The shut door.');
    expect(path?.steps.at(-1)?.expected.map(({ words }) => words)).toEqual(['The light goes out.']);
  });

  test('describe a row with its path, its act and all its expectations', async () => {
    const [row] = await casesFor(lock, { for: 'D3' });
    expect(row?.title).toBe("The code is checked → 'Wrong code'");
    expect(row && told(row).slice(1)).toEqual([
      ['given', "Type '1234' into the field 'Code'.", "- The field 'Code' holds '1234'.", '§1'],
      [
        'given',
        "Press the button 'Send'.",
        '- No message is shown.',
        '- POST /check is sent.',
        '- asking: busy.',
        '§2 D1',
      ],
      [
        'when',
        'POST /check is answered (wrong).',
        "- 'Wrong code' is shown.",
        '- The shut lock: A field for the code.',
        'D1 D3',
      ],
    ]);
  });

  test('describe a row that leaves the machine by its act', async () => {
    const [row] = await casesFor(lock, { for: 'D4' });
    expect(row?.steps.at(-1)?.action).toBe("Press the link 'Help'.");
  });

  test('keep their id while the path is unchanged', async () => {
    const ids = async () => (await casesFor(lock)).map(({ id }) => id);
    const [first, again] = [await ids(), await ids()];
    expect(again).toEqual(first);
    expect(new Set(first).size).toBe(first.length);
    expect(first.every((id) => /^lock-[0-9a-f]{8}$/.test(id))).toBe(true);
  });
});

describe('selected paths', () => {
  test('cover each transition, through controls', async () => {
    const cases = await casesFor(lock);
    expect(cases.map(({ title }) => title)).toEqual([
      "Type '1234' into the field 'Code' → The field 'Code' holds '1234'",
      "Press the button 'Send' → asking [1]",
      'The code is checked (right) → \'Come in, "guest"\'',
      "The code is checked (wrong) → 'Wrong code'",
      "Let POST /check be refused with 'The server says no.' → The shut lock",
      // After a wrong code, it removes the message.
      "Press the button 'Send' → asking [2]",
    ]);
    expect(cases.at(-2)?.tags).toEqual(['lock', 'transitions', 'failure', '§1']);
  });

  test('cover each state, pairs and walks', async () => {
    expect(await casesFor(lock, { cover: 'states' })).toHaveLength(3);
    const walks = await casesFor(door, { cover: 'tours' });
    expect(walks.flatMap(({ tags }) => tags)).toContain('timer');
    expect((await casesFor(door, { cover: 'pairs' })).length).toBeGreaterThan(0);
  });

  test('cover each ruling once, with as few rows as possible', async () => {
    const cases = await casesFor(lock, { cover: 'requirements' });
    expect(cases.flatMap(({ references }) => references).sort()).toEqual(['D1', 'D1', 'D2', 'D3', 'D4', '§1', '§2']);
  });

  test('respect the longest path and the seed', async () => {
    const short = await casesFor(door, { maxSteps: 2 });
    expect(short.length).toBeGreaterThan(0);
    expect(short.every(({ steps }) => steps.length <= 2)).toBe(true);
    const walk = (seed: number) => casesFor(lock, { cover: 'tours', seed });
    expect(await walk(1)).toEqual(await walk(1));
    expect(await walk(2)).not.toEqual(await walk(1));
  });

  test.each([
    [{ to: 'shot' }, "There is no reachable state of lock called 'shot'. Did you mean shut?"],
    [{ through: 'code.sent' }, "There is no event of lock 'code.sent'. Did you mean code.send?"],
  ])('reject a wrong name with similar ones: %j', async (asked, complaint) => {
    await expect(casesFor(lock, asked)).rejects.toThrow(complaint);
  });
});
