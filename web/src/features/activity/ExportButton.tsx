import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';

import { useLazyExportActivityFileQuery, type ActivityFilter } from '@/api/activityPages';
import { asFailure } from '@/api/failure';
import { useSession } from '@/api/useSession';
import { useNotify } from '@/lib/notices';
import { Button } from '@/components/Button';
import { today } from '@/lib/dates';

/** Saves the entries that the filter shows, all of them, as a table for other programs. */
export function ExportButton({ filter }: { filter: ActivityFilter }) {
  const notify = useNotify();
  const session = useSession();
  const [ask, { isFetching }] = useLazyExportActivityFileQuery();
  const save = async () => {
    try {
      download(await ask(filter).unwrap(), `activity-${today(session?.clinic.time_zone ?? 'UTC')}.csv`);
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      notify({ tone: 'error', text: Object.values(fields)[0] ?? (message === 'Request failed' ? 'The log could not be exported.' : message) });
    }
  };
  return <Button variant="outlined" startIcon={<FileDownloadOutlined />} loading={isFetching} onClick={() => void save()}>Export</Button>;
}

function download(text: string, name: string) {
  // The mark tells a spreadsheet that this is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
