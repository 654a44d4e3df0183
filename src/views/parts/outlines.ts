/** Outlines of icons on a 24 px grid. A constant each, so that a page contains only its own (decision 0132). */

export const cart =
  'M3 4h2.2l2.3 11.2a1.6 1.6 0 0 0 1.6 1.3h7.9a1.6 1.6 0 0 0 1.6-1.2L20.5 8H6.1M9.5 20.5h.01M17 20.5h.01';
export const heart = 'M12 20s-7.5-4.6-7.5-10.2A4.2 4.2 0 0 1 12 7.2a4.2 4.2 0 0 1 7.5 2.6C19.5 15.4 12 20 12 20Z';
export const user = 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0';
export const menu = 'M4 6.5h16M4 12h16M4 17.5h16';
export const close = 'm6 6 12 12M18 6 6 18';
export const search = 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-4.8-4.8';
export const phone =
  'M6 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2.2 2A17 17 0 0 1 4 5.7a2 2 0 0 1 2-2.2Z';
export const truck =
  'M2.5 6h11v10h-11zM13.5 10h4l3.5 3.3V16h-7.5M6.5 19.2a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM17 19.2a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z';
export const tag = 'M3.5 12.5v-8a1 1 0 0 1 1-1h8l8 8a1.5 1.5 0 0 1 0 2.1l-6.9 6.9a1.5 1.5 0 0 1-2.1 0zM8 8h.01';
export const shield = 'M12 3 4.5 6v5.5c0 4.5 3 8 7.5 9.5 4.5-1.5 7.5-5 7.5-9.5V6zM9 12l2.2 2.2L15.3 10';
export const headset =
  'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 13.5h3v5.5h-1.5a1.5 1.5 0 0 1-1.5-1.5zM19.5 13.5h-3v5.5h1.5a1.5 1.5 0 0 0 1.5-1.5zM18 19c0 1.5-2 2.5-5 2.5';
export const check = 'm5 12.5 4.5 4.5L19 7.5';
export const alert = 'M12 8v5M12 16.5h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z';
export const info = 'M12 11v5.5M12 7.5h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z';
export const chevronDown = 'm6 9.5 6 6 6-6';
export const chevronRight = 'm9.5 6 6 6-6 6';
export const chevronLeft = 'm14.5 6-6 6 6 6';
export const minus = 'M6 12h12';
export const plus = 'M12 6v12M6 12h12';
export const trash = 'M4.5 6.5h15M9.5 6.5V4.5h5v2M6.5 6.5l.8 13h9.4l.8-13M10 10.5v5.5M14 10.5v5.5';
export const offline =
  'm3.5 3.5 17 17M8.5 15.8a5 5 0 0 1 7 0M5 12.3a10 10 0 0 1 4.5-2.6M14 9.6a10 10 0 0 1 5 2.7M12 19.5h.01';
export const eye =
  'M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z';
export const pause = 'M8 5v14M16 5v14';
export const play = 'M7.5 4.5v15l12-7.5z';
export const box = 'm12 3 8 4.3v9.4L12 21l-8-4.3V7.3zM4 7.3l8 4.3 8-4.3M12 11.6V21';
