import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { ClientImport } from '@/api/generated';
import { Panel } from '@/components/Panel';
import { counted } from '@/features/imports/importWords';

const many = new Intl.NumberFormat('en-US');

/** What the server is doing, with its progress. The page may be closed: the work goes on. */
export function ImportProgress({ found }: { found: ClientImport }) {
  const { state, rows, done_rows, added, filled } = found;
  const total = state === 'undoing' ? added + filled : rows;
  const isCounted = state !== 'reading' && total > 0;
  const title = titles[state] ?? '';
  return (
    <Panel title={title}>
      <Stack spacing={1}>
        <LinearProgress
          aria-label={title}
          {...(isCounted && {
            variant: 'determinate',
            value: Math.min(100, (done_rows / total) * 100),
          })}
        />
        <Typography role="status">
          {isCounted
            ? `${many.format(done_rows)} of ${counted(total, 'row')}`
            : `${found.file_name} is being read.`}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          You can leave this page: the import goes on by itself.
        </Typography>
      </Stack>
    </Panel>
  );
}

const titles: Partial<Record<ClientImport['state'], string>> = {
  reading: 'Reading the file',
  checking: 'Checking the rows',
  importing: 'Importing clients',
  undoing: 'Undoing the import',
};
