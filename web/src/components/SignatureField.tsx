import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import { Button } from '@/components/Button';
import { SignaturePad, type PadDress, type PadProps } from '@/components/SignaturePad';
import { TextInput } from '@/components/TextInput';

export type SignatureFieldProps = PadProps;

const dress: PadDress = {
  Label: ({ id, children }) => <Typography {...(id && { id })} variant="h3" component="h3" gutterBottom>{children}</Typography>,
  Note: ({ id, children }) => <FormHelperText error id={id} sx={{ mx: 0 }}>{children}</FormHelperText>,
  Word: ({ id, children }) => <Typography {...(id && { id })} variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>{children}</Typography>,
  NameInput: ({ onChange, autoFocus, ...input }) => (
    <Box sx={{ pt: 2 }}>
      <TextInput {...input} onChange={(event) => onChange(event.target.value)} {...(autoFocus && { inputRef: takeFocus })} />
    </Box>
  ),
  Tools: ({ children }) => <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', pt: 0.5, ml: -1.5 }}>{children}</Stack>,
  // Narrow enough that all three stand in one row on a phone.
  Tool: (button) => <Button {...button} style={{ paddingInline: 12 }} />,
};

/** The pad as the staff's screens show it. */
export function SignatureField(props: SignatureFieldProps) {
  return <SignaturePad {...props} dress={dress} />;
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus();
