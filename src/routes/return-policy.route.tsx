export { ReturnPolicyView as default } from '../views/static/return-policy.view.tsx';
