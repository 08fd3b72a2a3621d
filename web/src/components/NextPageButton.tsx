import { useEffect, useState } from 'react';

import { Button, type ButtonLook } from '@/components/Button';

interface Props extends Pick<ButtonLook, 'variant' | 'sx'> {
  query: {
    requestId?: string | undefined;
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** What it shows: 'Show more notes'. */
  children: string;
}

/**
 * Below a list that has a next page, fetches it. A press while the list is being refreshed is kept until that is done, because RTK Query
 * drops the call. For a page that failed see `NextPageFailure`, which takes the button's place.
 */
export function NextPageButton({
  query: {
    requestId,
    hasNextPage,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  },
  children,
  ...look
}: Props) {
  // Each fetch has another id: the press counts once, and is forgotten with another list (a new search).
  const [pressedDuring, setPressedDuring] = useState<string>();
  const isKept = pressedDuring !== undefined && pressedDuring === requestId;
  useEffect(() => {
    if (isKept && !isFetching && hasNextPage) void fetchNextPage();
  }, [isKept, isFetching, hasNextPage, fetchNextPage]);

  if (!hasNextPage || isFetchNextPageError) return null;
  return (
    <Button
      {...look}
      loading={isFetchingNextPage || isKept}
      onClick={() => (isFetching ? setPressedDuring(requestId) : void fetchNextPage())}
    >
      {children}
    </Button>
  );
}
