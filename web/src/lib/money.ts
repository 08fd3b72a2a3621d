const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** Dollars on a bill: '$1,250.00'. */
export const formatMoney = (dollars: number): string => exact.format(dollars);

/** Dollars as a price: '$49', or '$49.50' where there are cents. */
export const formatPrice = (dollars: number): string => short.format(dollars);
