/** `$1,860.00`, of `1860.00`: an amount that the server sends as text is never a number here, so nothing rounds it. */
export function dollars(amount: string): string {
  const [whole = '0', cents = '00'] = amount.split('.');
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}
