/** Messages of the staff's steps wait this long, and a correction undoes the step until then (OWN-P4). */
export const GRACE_MS = 30_000;
