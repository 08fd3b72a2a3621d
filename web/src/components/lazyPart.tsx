import type { ComponentType, ReactNode } from 'react';

import { lazyCode } from '@/components/lazyCode';

/**
 * A part of a page that few see: its code is fetched when the part is first drawn. Until then, and where the code cannot be fetched,
 * nothing stands in its place. What a person must not miss says that it failed instead (lazyCode).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const useCode = lazyCode(load);
  return function LazyPart(props) {
    const { code: Part } = useCode();
    return Part ? <Part {...props} /> : null;
  };
}
