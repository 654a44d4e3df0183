export { ForgotPasswordView as default } from '../views/static/forgot-password.view.tsx';
