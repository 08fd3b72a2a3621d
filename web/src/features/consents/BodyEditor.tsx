import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';

import { Button } from '@/components/Button';
import { TextArea } from '@/components/TextArea';
import { useCaret } from '@/components/useCaret';
import { BodyPreview } from '@/features/consents/BodyPreview';
import { insertTag, type Insertion } from '@/features/consents/insertTag';

const tools: readonly { kind: Insertion; label: string }[] = [
  { kind: 'heading', label: 'Heading' },
  { kind: 'paragraph', label: 'Paragraph' },
  { kind: 'bold', label: 'Bold' },
  { kind: 'list', label: 'List' },
];

interface Props<Form extends FieldValues> {
  control: Control<Form, unknown, FieldValues>;
  name: FieldPathByValue<Form, string>;
  label: string;
  /** Above the preview. */
  readerSees: string;
}

/** An editor for the text of a consent or a protocol, with its reader's view beside it. */
export function BodyEditor<Form extends FieldValues>({
  control,
  name,
  label,
  readerSees,
}: Props<Form>) {
  const { field, fieldState } = useController({ control, name });
  const { hold, selection, selectAfterRender } = useCaret(field.ref);

  const insert = (kind: Insertion) => {
    const edited = insertTag(field.value, ...selection(), kind);
    selectAfterRender(edited.selection);
    field.onChange(edited.text);
  };

  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' },
        alignItems: 'start',
      }}
    >
      <Stack spacing={1.5}>
        <Stack
          direction="row"
          role="group"
          aria-label="Insert into the text"
          useFlexGap
          spacing={1}
          sx={{ flexWrap: 'wrap' }}
        >
          {tools.map(({ kind, label: tool }) => (
            <Button
              key={kind}
              variant="outlined"
              onClick={() => insert(kind)}
              style={{ paddingInline: 16 }}
            >
              {tool}
            </Button>
          ))}
        </Stack>
        <TextArea
          label={label}
          name={field.name}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={hold}
          error={fieldState.error?.message}
          hint="Plain text is fine: a blank line begins a new paragraph."
          required
          minRows={12}
          maxRows={24}
        />
      </Stack>
      <Box>
        <Typography
          variant="h3"
          component="p"
          sx={{ minHeight: 44, display: 'flex', alignItems: 'center', mb: 1.5 }}
        >
          {readerSees}
        </Typography>
        <BodyPreview typed={field.value} />
      </Box>
    </Box>
  );
}
