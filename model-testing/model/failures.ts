import { config } from '../../model-testing.config.ts';

/** Each way in which a call can fail; every slot that may fail is given all of them. */
export const { failures } = config;
