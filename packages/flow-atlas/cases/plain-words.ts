/** Formats that do not depend on machines, so that pages can use them too. */

/** `3 s`, `1 min 15 s`, `10 min`, `250 ms`. */
export function formatDuration(ms: number): string {
  const parts = [
    [Math.floor(ms / 3_600_000), 'h'],
    [Math.floor((ms % 3_600_000) / 60_000), 'min'],
    [Math.floor((ms % 60_000) / 1_000), 's'],
    [ms % 1_000, 'ms'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** `track.ended` -> `track ended`, `watchSession` -> `watch session`. */
export function humanise(name: string): string {
  return name
    .replace(/[._-]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Ends a sentence with a full stop unless it has an end. */
export function withFullStop(sentence: string): string {
  return /[.!?…]['"»)]?$/.test(sentence) ? sentence : `${sentence}.`;
}
