/** Side of every picture. */
export const SIDE = 1000;

/** A category's studio: paper colours above and below, and the tone of its rooms. */
export interface Mood {
  wall: string;
  floor: string;
  tint: string;
}

/** Calm and close to each other, so that a mixed list still reads as one shop. */
const MOODS: Record<string, Mood> = {
  phones: { wall: '#eef1f8', floor: '#d9dfec', tint: '#7d8fc0' },
  computers: { wall: '#edf2f5', floor: '#d6e0e7', tint: '#6f97ad' },
  tvs: { wall: '#f3f0ec', floor: '#e0d9d0', tint: '#b09374' },
  audio: { wall: '#f7efe9', floor: '#ebdacd', tint: '#cf8f6c' },
  gaming: { wall: '#f0edf7', floor: '#dcd5eb', tint: '#8c78bd' },
  'home-appliances': { wall: '#eef4ef', floor: '#d6e3da', tint: '#79a68a' },
  accessories: { wall: '#ecf4f6', floor: '#d2e3e8', tint: '#62a0ae' },
  cameras: { wall: '#f5f1e9', floor: '#e5dbc8', tint: '#b79a63' },
  'smart-home': { wall: '#eef0f9', floor: '#dadff0', tint: '#7f8fd0' },
  'solar-power': { wall: '#f8f3e4', floor: '#ece1c3', tint: '#cfa53f' },
  'personal-care': { wall: '#f9eff2', floor: '#efdbe1', tint: '#c98aa0' },
  'fans-heaters': { wall: '#ebf4f8', floor: '#d3e4ec', tint: '#6ba3bf' },
};

const PLAIN: Mood = { wall: '#f0f1f4', floor: '#dcdfe6', tint: '#8a93a6' };

export function moodOf(category: string): Mood {
  return MOODS[category] ?? PLAIN;
}
