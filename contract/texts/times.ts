/** Texts of dates and opening hours, for client and server (decision 0092). */

// long-date
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

// opening-hours
export const monday = 'Monday';
export const tuesday = 'Tuesday';
export const wednesday = 'Wednesday';
export const thursday = 'Thursday';
export const friday = 'Friday';
export const saturday = 'Saturday';
export const sunday = 'Sunday';
export const openFromTo = (open: string, close: string) => `${open} to ${close}`;
export const closedDays = (days: string) => `Closed ${days}`;
export const closedOnDays = (days: string) => `Closed on ${days}`;
export const everyDay = 'Every day';
export const fromDayToDay = (first: string, last: string) => `${first} to ${last}`;
export const lastDaySeparator = ' and ';
