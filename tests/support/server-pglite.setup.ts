export { setupPglite as default } from './server-setup.ts';
