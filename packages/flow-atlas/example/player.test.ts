import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { playerMachine } from 'model-testing/example/player.machine';
import { playerModel } from 'model-testing/example/player.model';
import { playerTable } from 'model-testing/example/player.table';
import { describe, expect, test } from 'vitest';
import { writeAtlas } from 'flow-atlas/atlas/atlas';
import { createChart } from 'flow-atlas/atlas/create-chart';
import { NO_LABELS } from 'flow-atlas/atlas/labels';
import { getEventLabels, computeProof } from 'flow-atlas/atlas/compute-proof';
import { flowSubject } from 'flow-atlas/cases/flow-subject';
import { FORMATS } from 'flow-atlas/cases/formats';
import { selectCases } from 'flow-atlas/cases/select';
import { formatStatelyFile } from 'flow-atlas/stately/file';

const player = flowSubject(playerModel, playerTable);

describe('the player', () => {
  test('has paths in words with expectations and references', async () => {
    const cases = await selectCases(player, (id) => (id === player.id ? player : null), { for: 'P5' });
    expect(
      FORMATS.text(cases.slice(0, 1))
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      '1. Wait 3 min → playing',
      expect.stringMatching(/^player-[0-9a-f]{8}   @player @requirements @timer @P5$/),
      expect.stringMatching(/^Fingerprint: [0-9a-f]{8}$/),
      'Before: The name of an album',
      '1. Given Begin.',
      'Then No message is shown.',
      'and GET /albums?album=day is sent.',
      'and loading: that the album is being loaded.  [P1]',
      '2. And   GET /albums is answered (2 tracks).',
      'Then No message is shown.',
      'and Track 1 of 2.',
      "and paused: which track it is of how many; buttons 'Play', 'Back' and 'Next'.",
      "and loud: button 'Mute', not pressed.  [P1]",
      "3. And   Press the button 'Play'.",
      "Then 'Morning' sounds.",
      "and playing: button 'Pause'.  [P4]",
      '4. When  Wait 3 min.',
      'Then The sound stops.',
      "and 'Evening' sounds.",
      'and Track 2 of 2.',
      "and The waiting time of 'playing' starts again.  [P5]",
      'See: P5',
      '',
    ]);
  });

  test('has a page in the atlas with its proof', async () => {
    const out = mkdtempSync(path.join(tmpdir(), 'atlas-'));
    const proof = await computeProof(player);
    const labels = { ...NO_LABELS, events: getEventLabels(player) };
    const chart = createChart('player', playerMachine, { labels });
    await writeAtlas({ title: 'Flows', out, flows: [{ chart, group: 'Music', proof }] });
    expect(readdirSync(out)).toEqual(expect.arrayContaining(['index.html', 'player.html', 'search.js']));
    const page = readFileSync(path.join(out, 'player.html'), 'utf8');
    rmSync(out, { recursive: true });
    expect(page).toContain('Press ‘Try again’');
    expect(proof.coverage).toMatchObject({
      states: { all: 10, covered: 10 },
      transitions: { all: 15, covered: 15 },
      guards: { all: 5, covered: 5 },
    });
  });

  test("has a file for Stately's editor", async () => {
    expect(await formatStatelyFile('player', playerMachine)).toContain("'After retry after': 10000");
  });
});
