import { createMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { createRootActor, watchActors } from '../../src/compose/inspection.ts';
import { sources } from '../support/files.ts';

/** One module passes on the inspection events of every actor (decision 0043). */
describe('actor inspection', () => {
  const files = sources('src');

  test('no other file creates actors', () => {
    const own = /\b(?:createActor|useActorRef|useActor|useMachine|interpret)\s*[<(]|\binspect\b/;
    expect(files.filter(({ text }) => own.test(text)).map(({ path }) => path)).toEqual([
      'src/compose/inspection.ts',
      'src/routes/root-actor.ts',
    ]);
  });

  test('no file of the shop watches actors or imports the tools that do', () => {
    const watching = files.filter(
      ({ path, text }) => path !== 'src/compose/inspection.ts' && /\bwatchActors\b/.test(text),
    );
    expect(watching.map(({ path }) => path)).toEqual([]);
    expect(
      files.filter(({ text }) => /model-testing|flow-atlas|@statelyai/.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  test('a watched root actor reports itself and the machines that it starts', () => {
    const told: string[] = [];
    const inner = createMachine({ id: 'inner' });
    const outer = createMachine({ id: 'outer', invoke: { id: 'inner', src: inner } });
    createRootActor(outer).start().stop();
    watchActors(({ type, actorRef }) => {
      if (type === '@xstate.actor' && 'id' in actorRef) told.push(String(actorRef.id));
    });
    createRootActor(outer, { id: 'outer' }).start().stop();
    expect(told).toEqual(['outer', 'inner']);
  });
});
