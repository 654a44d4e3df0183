import { TrackOrderView } from '../views/static/track-order.view.tsx';
import type { RouteProps } from './lazy-route.tsx';

/** /track-order and /track-order/{orderId} */
export default function TrackOrderRoute({ params }: RouteProps) {
  return <TrackOrderView orderId={params['orderId'] ?? null} />;
}
