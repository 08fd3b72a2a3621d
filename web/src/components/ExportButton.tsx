import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';

import { asFailure } from '@/api/failure';
import { useLazyExportListQuery, type ListFile } from '@/api/listFile';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { today } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

/** Downloads a list as CSV: `<name>-<day>.csv`. `failure` is said when the server gives no reason. */
export function ExportButton({ list, name, failure }: { list: ListFile; name: string; failure: string }) {
  const notify = useNotify();
  const zone = useTimeZone();
  const [exportList, { isFetching }] = useLazyExportListQuery();
  const save = async () => {
    try {
      download(await exportList(list).unwrap(), `${name}-${today(zone)}.csv`);
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      notify({ tone: 'error', text: Object.values(fields)[0] ?? (message === 'Request failed' ? failure : message) });
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
