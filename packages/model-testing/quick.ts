/** Limits of a quick run (`QUICK=1`); otherwise everything is walked. */
export const quick =
  process.env['QUICK'] === '1'
    ? {
        /** Steps of the tours through a machine that has too many changes for one path each. */
        tourSteps: 8_000,
      }
    : null;
