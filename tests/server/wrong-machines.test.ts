import { expect, test } from 'vitest';
import { fewOf } from 'model-testing/mutate/sample';
import { mutantsOf } from 'model-testing/model/mutate';
import { isUnnoticed, SERVER_MACHINES } from '../../tools/mutants/server-charts.ts';
import { SERVER_EQUIVALENTS } from '../../tools/mutants/server-equivalents.ts';

test.each(Object.entries(SERVER_MACHINES))('%s: wrong machines are noticed', (name, { machine, judge }) => {
  const listed = SERVER_EQUIVALENTS[name] ?? {};
  const few = fewOf(mutantsOf(machine).filter((mutant) => listed[mutant.name] === undefined));
  expect(few.filter((mutant) => isUnnoticed(mutant, judge)).map((mutant) => mutant.name)).toEqual([]);
});
