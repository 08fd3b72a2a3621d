import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';

import { useLazyExportActivityFileQuery, type ActivityFilter } from '@/api/activityPages';
import { asFailure } from '@/api/failure';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { today } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

/** Downloads all entries of the filter as CSV. */
export function ExportButton({ filter }: { filter: ActivityFilter }) {
  const notify = useNotify();
  const zone = useTimeZone();
  const [exportFile, { isFetching }] = useLazyExportActivityFileQuery();
  const save = async () => {
    try {
      download(await exportFile(filter).unwrap(), `activity-${today(zone)}.csv`);
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      notify({ tone: 'error', text: Object.values(fields)[0] ?? (message === 'Request failed' ? 'The log could not be exported.' : message) });
    }
  };
  return <Button variant="outlined" startIcon={<FileDownloadOutlined />} loading={isFetching} onClick={() => void save()}>Export</Button>;
}

function download(text: string, name: string) {
  // The byte order mark tells a spreadsheet that this is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
