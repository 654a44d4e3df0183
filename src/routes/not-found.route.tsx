import { NotFoundView } from '../views/static/not-found.view.tsx';
import { useApp } from './app-context.tsx';

export default function NotFoundRoute() {
  const { env } = useApp();
  return <NotFoundView onBack={env.back} />;
}
