export { setupPgbouncer as default } from './server-setup.ts';
