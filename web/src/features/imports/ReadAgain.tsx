import Stack from '@mui/material/Stack';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useReadImportMutation, type ClientImport, type ImportEncoding } from '@/api/generated';
import { SelectInput } from '@/components/SelectInput';
import { encodings } from '@/features/imports/importWords';
import { useNotify, useSettled } from '@/lib/notices';

/** What a person has chosen; '' for what is found. */
interface Reading {
  encoding: string;
  header: string;
  sheet: string;
}

/** How the file was read, to be changed: its letters, its sheet, and which row names the columns. */
export function ReadAgain({ found }: { found: ClientImport }) {
  const [read, { isLoading }] = useReadImportMutation();
  const [chosen, setChosen] = useState<Reading | null>(null);
  const action = `read import ${found.id}`;
  const notify = useNotify(action);
  const settled = useSettled(action);
  const reading = chosen ?? {
    encoding: found.encoding ?? '',
    header: found.has_header === false ? 'no' : String(found.header_row ?? 'yes'),
    sheet: found.sheet ?? '',
  };
  const again = async (next: Reading) => {
    setChosen(next);
    const row = Number(next.header);
    try {
      const fileReading = {
        ...(isEncoding(next.encoding) && { encoding: next.encoding }),
        has_header: next.header !== 'no',
        // Another sheet has other rows.
        ...(row > 0 && next.sheet === reading.sheet && { header_row: row }),
        ...(next.sheet !== '' && { sheet: next.sheet }),
      };
      await read({ id: found.id, 'If-Match': String(found.version), fileReading }).unwrap();
      settled();
    } catch (thrown) {
      setChosen(null);
      notify({ tone: 'error', text: asFailure(thrown).message });
    }
  };
  const isText = found.encoding !== null || found.state === 'unreadable';
  return (
    <Stack
      direction={{ xs: 'column', sm: 'row' }}
      spacing={2}
      sx={{ width: { xs: '100%', sm: found.sheets.length > 1 ? 560 : 420 } }}
    >
      {isText && found.sheets.length === 0 && (
        <SelectInput
          label="Encoding"
          options={encodings}
          placeholder={reading.encoding === '' ? 'Detected' : undefined}
          value={reading.encoding}
          disabled={isLoading}
          onChange={(encoding) => void again({ ...reading, encoding })}
        />
      )}
      {found.sheets.length > 1 && (
        <SelectInput
          label="Sheet"
          options={found.sheets.map(({ name, is_hidden }) => ({
            value: name,
            label: is_hidden ? `${name} (hidden)` : name,
          }))}
          value={reading.sheet}
          disabled={isLoading}
          onChange={(sheet) => void again({ ...reading, sheet })}
        />
      )}
      <SelectInput
        label="The columns are named by"
        options={headers(reading.header)}
        value={reading.header}
        disabled={isLoading}
        onChange={(header) => void again({ ...reading, header })}
      />
    </Stack>
  );
}

/** The first rows, and the one that was found further down. */
const headers = (found: string) => [
  ...(found === 'yes' ? [{ value: 'yes', label: 'The first row' }] : []),
  ...[...new Set([...Array.from({ length: 10 }, (_, place) => place + 1), Number(found)])]
    .filter((row) => row > 0)
    .map((row) => ({ value: String(row), label: `Row ${row}` })),
  { value: 'no', label: 'No row: all are clients' },
];
const isEncoding = (value: string): value is ImportEncoding =>
  encodings.some((encoding) => encoding.value === value);
