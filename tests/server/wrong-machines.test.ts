import { expect, test } from 'vitest';
import { sampleFew } from 'model-testing/mutate/sample';
import { createMutants } from 'model-testing/model/mutate';
import { isSurvivor, SERVER_MACHINES } from '../../tools/mutants/server-charts.ts';
import { SERVER_EQUIVALENTS } from '../../tools/mutants/server-equivalents.ts';

test.each(Object.entries(SERVER_MACHINES))('%s: notices wrong machines', (name, { machine, judge }) => {
  const listed = SERVER_EQUIVALENTS[name] ?? {};
  const few = sampleFew(createMutants(machine).filter((mutant) => listed[mutant.name] === undefined));
  expect(few.filter((mutant) => isSurvivor(mutant, judge)).map((mutant) => mutant.name)).toEqual([]);
});
