import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import { Button } from '@/components/Button';
import {
  SignaturePad,
  type SignaturePadSlots,
  type SignaturePadProps,
} from '@/components/signature/SignaturePad';
import { TextInput } from '@/components/TextInput';
import { focusOnMount } from '@/lib/focusOnMount';

export type SignatureFieldProps = SignaturePadProps;

const slots: SignaturePadSlots = {
  Label: ({ id, children }) => (
    <Typography {...(id && { id })} variant="h3" component="h3" gutterBottom>
      {children}
    </Typography>
  ),
  Note: ({ id, children }) => (
    <FormHelperText error id={id} sx={{ mx: 0 }}>
      {children}
    </FormHelperText>
  ),
  Hint: ({ id, children }) => (
    <Typography
      {...(id && { id })}
      variant="body2"
      color="textSecondary"
      sx={{ overflowWrap: 'anywhere' }}
    >
      {children}
    </Typography>
  ),
  NameInput: ({ onChange, autoFocus, ...input }) => (
    <Box sx={{ pt: 2 }}>
      <TextInput
        {...input}
        onChange={(event) => onChange(event.target.value)}
        {...(autoFocus && { inputRef: focusOnMount })}
      />
    </Box>
  ),
  Tools: ({ children }) => (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', pt: 0.5, ml: -1.5 }}>
      {children}
    </Stack>
  ),
  // Narrow enough that all three stand in one row on a phone.
  Tool: (button) => <Button {...button} style={{ paddingInline: 12 }} />,
};

/** The signature pad with MUI's parts, for the staff's screens. */
export function SignatureField(props: SignatureFieldProps) {
  return <SignaturePad {...props} slots={slots} />;
}
