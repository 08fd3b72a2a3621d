import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import { Button } from '@/components/Button';
import { SignaturePad, type PadDress, type PadProps } from '@/components/SignaturePad';
import { TextInput } from '@/components/TextInput';

export type SignatureFieldProps = PadProps;

const dress: PadDress = {
  Label: ({ id, children }) => <Typography {...(id && { id })} variant="h3" component="h3" gutterBottom>{children}</Typography>,
  Note: ({ id, children }) => <p id={id} className="field-note wrong" style={{ marginInline: 0 }}>{children}</p>,
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
