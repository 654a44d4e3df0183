export { PrivacyView as default } from '../../views/shell/privacy.view.tsx';
