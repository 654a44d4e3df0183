import { useParams } from 'react-router-dom';
import { TrackOrderView } from '../views/static/track-order.view.tsx';

/** /track-order and /track-order/{orderId} */
export default function TrackOrderRoute() {
  const { orderId = null } = useParams();
  return <TrackOrderView orderId={orderId} />;
}
