import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import { useEffect } from 'react';

import { mayPass } from '@/api/failure';
import { Button } from '@/components/Button';
import { useRetries } from '@/components/useRetries';

interface Props {
  /** A whole sentence: 'Clients could not be loaded.' */
  what: string;
  /** Whether it may pass by itself: then it is asked again without anybody's doing. What was refused is not, each try leaves its line in the log. */
  passing: boolean;
  onRetry: () => void;
}

/** A quiet word where a list should have been, or above one that could not be refreshed, until it is there; the console is told as well. Not MUI's Alert: every page has this at hand, and it is light. */
export function LoadFailure({ what, passing, onRetry }: Props) {
  useEffect(() => console.error(what), [what]);
  useRetries(passing, onRetry);
  return (
    <Box role="alert" sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.5, px: 2, py: 0.75, borderRadius: 1, bgcolor: 'error.light', color: 'error.main' }}>
      <ErrorOutlined fontSize="small" aria-hidden />
      <Box sx={{ flex: 1, minWidth: 160, typography: 'body2' }}>{what}</Box>
      <Button color="inherit" onClick={onRetry}>Try again</Button>
    </Box>
  );
}

interface Query {
  /** Stays while it is asked again, until there is an answer. */
  error?: unknown;
  refetch: () => unknown;
}

interface Pages extends Query {
  isError: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/**
 * What a page says of a query that failed, and nothing of one that did not: in place of a list that was never there, or above one that
 * stays as it was. A further page that failed is `NextPageFailure`'s.
 */
export function QueryFailure({ what, of: query }: { what: string; of: Query | Pages }) {
  const failed = 'isFetchNextPageError' in query ? query.isError && !query.isFetchNextPageError : Boolean(query.error);
  return failed && <LoadFailure what={what} passing={mayPass(query.error)} onRetry={() => void query.refetch()} />;
}

/** The same of a list's further page, beneath what is there of the list. */
export function NextPageFailure({ what, of: { error, isFetchNextPageError, fetchNextPage } }: { what: string; of: Pages }) {
  return isFetchNextPageError && <LoadFailure what={what} passing={mayPass(error)} onRetry={() => void fetchNextPage()} />;
}
