import { NotFoundView } from '../../views/shell/not-found.view.tsx';
import { useApp } from '../app-context.tsx';

export default function NotFoundRoute() {
  const { env } = useApp();
  return <NotFoundView onBack={env.back} />;
}
