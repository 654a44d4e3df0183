import { ApiError } from '../../contract/errors.ts';

/** Each way in which a call can fail (contract/errors.ts, H15); every slot that may fail is given all of them. */
export const failures: Readonly<Record<string, ApiError>> = {
  'refused with words': new ApiError({
    kind: 'refused',
    status: 400,
    message: 'The server says no.',
    requestId: 'req-1',
  }),
  'refused without words': new ApiError({ kind: 'refused', status: 400, requestId: 'req-2' }),
  'server error': new ApiError({ kind: 'refused', status: 500, message: 'Internal error', requestId: 'req-3' }),
  unauthorized: new ApiError({
    kind: 'unauthorized',
    status: 401,
    message: 'Please log in again.',
    requestId: 'req-4',
  }),
  offline: new ApiError({ kind: 'offline', status: 0 }),
  timeout: new ApiError({ kind: 'timeout', status: 0 }),
  broken: new ApiError({ kind: 'broken', status: 200, requestId: 'req-5' }),
};
