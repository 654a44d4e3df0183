import { describe, expect, test } from 'vitest';
import { isTracker } from '../../contract/rules/trackers.ts';
import { toSpecificationCandidates } from '../../server/modules/catalogue/product-filter.rules.ts';
import { parseListQuery, formatListQuery } from '../../src/rules/catalogue/list-query.ts';

const ADDED = [
  'utm_source',
  'UTM_Campaign',
  'fbclid',
  'gclid',
  'dclid',
  'gbraid',
  'wbraid',
  'msclkid',
  'ttclid',
].concat(['igshid', 'mc_cid', 'mc_eid', 'ref', 'Ref', 'source', 'section', '_ga', '_gl', '_']);

describe('A5: parameters that other sites add to a link', () => {
  test.each(ADDED)('%s is not a filter for the browser or the server, and stays in the address', (name) => {
    expect(isTracker(name)).toBe(true);
    const query = parseListQuery(`?${name}=x`);
    expect([query.specs, formatListQuery(query)]).toEqual([{}, `?${name}=x`]);
    expect(toSpecificationCandidates({ [name]: 'x' })).toEqual([]);
  });

  test.each(['RAM', 'utm', 'my_utm_source', 'refresh', 'resource', 'sections', 'gclids', 'mc_id', 'my_ga', ''])(
    '%o is not a tracker',
    (name) => expect(isTracker(name)).toBe(false),
  );

  test.each(ADDED)('a specification with the name %s is sent as spec.<name>, and the server reads it', (name) => {
    const address = formatListQuery({ page: 1, specs: { [name]: 'x' } });
    expect(address).toBe(`?spec.${name}=x`);
    expect(parseListQuery(address).specs).toEqual({ [name]: 'x' });
    expect(toSpecificationCandidates({ [`spec.${name}`]: 'x' })).toEqual([{ name, value: 'x' }]);
  });
});
