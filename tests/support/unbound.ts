/** Settings that remove the order limits of a customer (D19). */
export const UNBOUND = {
  COD_MAX_OPEN: '1000',
  COD_MAX_VALUE: '1000000000',
  COD_MAX_VALUE_FIRST: '1000000000',
  MPESA_MAX_UNPAID: '1000',
  ORDER_MAX_PIECES: '1000000',
};
