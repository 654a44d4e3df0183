export { ReturnPolicyView as default } from '../../views/shell/return-policy.view.tsx';
