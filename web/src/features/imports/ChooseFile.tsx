import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState, type DragEvent } from 'react';

import { Button } from '@/components/Button';
import { Panel } from '@/components/Panel';
import { maxBytes, useUpload } from '@/features/imports/useUpload';

/** The first step: a file is chosen or dropped, and sent. A failure keeps the file, and the next try goes on where it stopped. */
export function ChooseFile({ onSent }: { onSent: (id: number) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [refused, setRefused] = useState('');
  const [over, setOver] = useState(false);
  const { progress, problem, send } = useUpload();

  const begin = async (chosen: File | null | undefined) => {
    if (!chosen || progress !== null) return;
    const wrong = problemOf(chosen);
    setRefused(wrong);
    setFile(wrong ? null : chosen);
    if (wrong) return;
    const id = await send(chosen);
    if (id !== null) onSent(id);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void begin(event.dataTransfer.files[0]);
  };

  return (
    <Panel title="Choose a file">
      <Box
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          border: 2,
          borderStyle: 'dashed',
          borderColor: over ? 'primary.main' : 'divider',
          borderRadius: 1,
          p: { xs: 2, sm: 4 },
          textAlign: 'center',
        }}
      >
        <Stack spacing={1.5} sx={{ alignItems: 'center' }}>
          <Typography>
            A CSV or Excel file (.xlsx) of at most 16 MB and 50,000 rows, one client a row, with the
            columns&apos; names in the first row.
          </Typography>
          {progress === null ? (
            <Button
              variant="contained"
              size="large"
              startIcon={<FileUploadOutlined />}
              onClick={() => input.current?.click()}
            >
              Choose a file
            </Button>
          ) : (
            <Box sx={{ width: '100%', maxWidth: 420 }}>
              <LinearProgress
                variant="determinate"
                value={progress * 100}
                aria-label={`Sending ${file?.name ?? 'the file'}`}
              />
              <Typography
                variant="body2"
                color="textSecondary"
                sx={{ mt: 1 }}
              >{`Sending ${file?.name ?? 'the file'}…`}</Typography>
            </Box>
          )}
          <Typography variant="body2" color="textSecondary">
            Nothing is added before you have seen the result. No client is contacted.
          </Typography>
        </Stack>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,text/csv"
          hidden
          aria-label="File of clients"
          onChange={(event) => {
            void begin(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </Box>
      {refused && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {refused}
        </Alert>
      )}
      {problem && file && (
        <Alert
          severity="error"
          sx={{ mt: 2 }}
          action={
            <Button color="inherit" onClick={() => void begin(file)}>
              Try again
            </Button>
          }
        >
          {problem === 'Request failed'
            ? `${file.name} has not arrived as a whole. Sending goes on where it stopped.`
            : problem}
        </Alert>
      )}
    </Panel>
  );
}

function problemOf({ name, size }: File): string {
  if (size === 0) return `${name} is empty.`;
  if (size > maxBytes)
    return `${name} is larger than 16 MB. Divide it into smaller files, or save an Excel file as CSV.`;
  if (/\.(xls|numbers|ods|pdf|docx?)$/i.test(name))
    return `${name} is neither CSV nor XLSX. Save it as one of the two.`;
  return '';
}
