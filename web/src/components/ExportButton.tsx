import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import type { ListFile } from '@/api/listFile';
import { useAppDispatch } from '@/api/store';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { today } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

/** Downloads a list as CSV: `<name>-<day>.csv`. `failure` is shown when the server gives no reason. */
export function ExportButton({
  list,
  name,
  failure,
}: {
  list: ListFile;
  name: string;
  failure: string;
}) {
  const notify = useNotify();
  const zone = useTimeZone();
  const dispatch = useAppDispatch();
  const [fetching, setFetching] = useState(false);
  const save = async () => {
    setFetching(true);
    try {
      const { downloadList } = await import('@/components/downloadList');
      await downloadList(dispatch, list, `${name}-${today(zone)}.csv`);
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      notify({
        tone: 'error',
        text: Object.values(fields)[0] ?? (message === 'Request failed' ? failure : message),
      });
    } finally {
      setFetching(false);
    }
  };
  return (
    <Button
      variant="outlined"
      startIcon={<FileDownloadOutlined />}
      loading={fetching}
      onClick={() => void save()}
    >
      Export
    </Button>
  );
}
