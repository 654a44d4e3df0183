export { PrivacyView as default } from '../views/static/privacy.view.tsx';
