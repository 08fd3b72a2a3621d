import Stack from '@mui/material/Stack';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useReadImportMutation, type ClientImport, type ImportEncoding } from '@/api/generated';
import { SelectInput } from '@/components/SelectInput';
import { encodings } from '@/features/imports/importWords';
import { useNotify } from '@/lib/notices';

/** How the file was read, to be changed: its letters, and whether the first row names the columns. */
export function ReadAgain({ found }: { found: ClientImport }) {
  const [read, { isLoading }] = useReadImportMutation();
  const [chosen, setChosen] = useState<{ encoding: string; header: string } | null>(null);
  const notify = useNotify();
  const { encoding, header } = chosen ?? { encoding: found.encoding ?? '', header: found.has_header === false ? 'no' : 'yes' };
  const again = async (next: { encoding: string; header: string }) => {
    setChosen(next);
    try {
      const fileReading = { ...(isEncoding(next.encoding) && { encoding: next.encoding }), has_header: next.header === 'yes' };
      await read({ id: found.id, 'If-Match': String(found.version), fileReading }).unwrap();
    } catch (thrown) {
      setChosen(null);
      notify({ tone: 'error', text: asFailure(thrown).message });
    }
  };
  const isText = found.encoding !== null || found.state === 'unreadable';
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2} sx={{ width: { xs: '100%', sm: 420 } }}>
      {isText && <SelectInput label="Encoding" options={encodings} placeholder={encoding === '' ? 'Detected' : undefined} value={encoding} disabled={isLoading} onChange={(value) => void again({ encoding: value, header })} />}
      <SelectInput label="The first row" options={headers} value={header} disabled={isLoading} onChange={(value) => void again({ encoding, header: value })} />
    </Stack>
  );
}

const headers = [{ value: 'yes', label: 'Names the columns' }, { value: 'no', label: 'Is the first client' }];
const isEncoding = (value: string): value is ImportEncoding => encodings.some((encoding) => encoding.value === value);
