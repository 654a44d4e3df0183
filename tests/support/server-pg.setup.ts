export { setupPostgres as default } from './server-setup.ts';
