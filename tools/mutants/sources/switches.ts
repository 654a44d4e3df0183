import type { Edit } from './mutant.ts';

/** An edit with the number of its mutant. */
export interface NumberedEdit extends Edit {
  readonly id: number;
}

interface Site extends Pick<Edit, 'start' | 'end' | 'as' | 'original'> {
  readonly edits: NumberedEdit[];
}

/** Returns a source that contains its mutants beside the original: `isMutant(3) ? wrong : right`. */
export function addSwitches(source: string, edits: readonly NumberedEdit[]): string {
  const sites = new Map<string, Site>();
  for (const edit of edits) {
    const key = `${edit.start}-${edit.end}`;
    const site = sites.get(key) ?? { ...edit, edits: [] };
    site.edits.push(edit);
    sites.set(key, site);
  }
  const outermostFirst = [...sites.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  return writeSite(source, outermostFirst, 0, source.length);
}

function writeSite(source: string, sites: readonly Site[], start: number, end: number): string {
  let text = '';
  let at = start;
  for (const [index, site] of sites.entries()) {
    if (site.start < at) continue;
    const inside = sites.slice(index + 1).filter((one) => one.end <= site.end && one.start < site.end);
    text += source.slice(at, site.start) + writeBeside(site, source, inside);
    at = site.end;
  }
  return text + source.slice(at, end);
}

function writeBeside(site: Site, source: string, inside: readonly Site[]): string {
  const whole = source.slice(site.start, site.end);
  const right = site.original ?? writeSite(source, inside, site.start, site.end);
  const choice = site.edits.reduceRight((other, { id, text }) => `isMutant(${id})?(${text}):${other}`, `(${right})`);
  if (site.as === 'expression') return `(${choice})`;
  if (site.as === 'shorthand') return `${whole}:(${choice})`;
  return site.as === 'flag' ? `${whole}={${choice}}` : `{${choice}}`;
}
