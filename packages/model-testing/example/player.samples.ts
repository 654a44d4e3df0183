import type { Album } from './player.machine.ts';

export const DAY: Album = {
  title: 'Day',
  tracks: [
    { title: 'Morning', length: 180 },
    { title: 'Evening', length: 240 },
  ],
};
export const SILENCE: Album = { title: 'Silence', tracks: [] };
