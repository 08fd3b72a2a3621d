import type { ComponentProps } from 'react';

import { lazyCode } from '@/components/lazyCode';
import type { PrintButton as Loaded } from '@/features/documents/PrintButton';

/** The code of the button, for the loaders of the pages that begin with one. */
export const usePrintButton = lazyCode(
  async () => (await import('@/features/documents/PrintButton')).PrintButton,
);

/** The button, once its code is there: no page needs it at first. */
export function PrintButton(props: ComponentProps<typeof Loaded>) {
  const { code: Button } = usePrintButton();
  return Button ? <Button {...props} /> : null;
}
