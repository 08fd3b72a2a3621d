import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import { useEffect } from 'react';

import { isTransient } from '@/api/failure';
import { Button } from '@/components/Button';
import { useAutoRetry } from '@/components/useAutoRetry';

interface Props {
  /** A whole sentence: 'Clients could not be loaded.' */
  what: string;
  /** Whether it may pass by itself: then it is retried automatically. A refusal is not, because each try would be a line in the audit. */
  transient: boolean;
  onRetry: () => void;
}

/** A sentence in place of a list that could not be loaded, or above one that could not be refreshed. It is logged to the console too. */
export function LoadFailure({ what, transient, onRetry }: Props) {
  useEffect(() => console.error(what), [what]);
  useAutoRetry(transient, onRetry);
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: 1.5,
        px: 2,
        py: 0.75,
        borderRadius: 1,
        bgcolor: 'error.light',
        color: 'error.main',
      }}
    >
      <ErrorOutlined fontSize="small" aria-hidden />
      <Box sx={{ flex: 1, minWidth: 160, typography: 'body2' }}>{what}</Box>
      <Button color="inherit" onClick={onRetry}>
        Try again
      </Button>
    </Box>
  );
}

interface Query {
  /** RTK Query keeps it during a refetch, until there is an answer. */
  error?: unknown;
  refetch: () => unknown;
}

interface Pages extends Query {
  isError: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/**
 * A `LoadFailure` while the query has failed, else nothing: in place of a list that was never loaded, or above one that could not be
 * refreshed. For a further page that failed see `NextPageFailure`.
 */
export function QueryFailure({ what, query }: { what: string; query: Query | Pages }) {
  const failed =
    'isFetchNextPageError' in query
      ? query.isError && !query.isFetchNextPageError
      : Boolean(query.error);
  return (
    failed && (
      <LoadFailure
        what={what}
        transient={isTransient(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  );
}

/** The same for a further page of a list, below the pages that are there. */
export function NextPageFailure({
  what,
  query: { error, isFetchNextPageError, fetchNextPage },
}: {
  what: string;
  query: Pages;
}) {
  return (
    isFetchNextPageError && (
      <LoadFailure
        what={what}
        transient={isTransient(error)}
        onRetry={() => void fetchNextPage()}
      />
    )
  );
}
