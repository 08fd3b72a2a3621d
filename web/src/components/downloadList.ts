import { exportList, type ListFile } from '@/api/listFile';
import type { AppStore } from '@/api/store';

/** Fetches a list and has the browser save it under this name. */
export async function downloadList(
  dispatch: AppStore['dispatch'],
  list: ListFile,
  name: string,
): Promise<void> {
  const text = await dispatch(
    exportList.initiate(list, { subscribe: false, forceRefetch: true }),
  ).unwrap();
  // The byte order mark tells a spreadsheet that this is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
