import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, type PointerEvent, type Ref } from 'react';
import SignatureCanvas from 'react-signature-canvas';

import { inkColor, missingSignature, missingTypedName, pictureWidth } from '@/components/ink';
import { TextInput } from '@/components/TextInput';
import { useInk } from '@/components/useInk';
import { colour } from '@/theme/tokens';

export interface SignatureFieldProps {
  label: string;
  height: 100 | 120;
  /** The picture as a PNG data URL, '' while nobody has signed. */
  value: string;
  /** Called after every stroke or letter; with '' as long as it is no signature yet. */
  onChange: (png: string) => void;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** Takes the focus when the form finds no signature. */
  fieldRef?: Ref<HTMLDivElement>;
}

const canDraw = () => typeof CanvasRenderingContext2D !== 'undefined';

/** A signature drawn with a finger, a pen or the mouse, or typed: always a PNG of exactly 400 x 100 or 400 x 120. */
export function SignatureField(props: SignatureFieldProps) {
  return canDraw() ? <DrawnSignature {...props} /> : <NoCanvas {...props} />;
}

function DrawnSignature({ label, height, value, onChange, error, disabled = false, fieldRef }: SignatureFieldProps) {
  const id = useId();
  const { pad, ink, problem, isEmpty, endStroke, undoStroke, clear, typeName, switchMode } =
    useInk({ height, value, onChange, active: !disabled });
  const typing = ink.mode === 'type';
  const note = problem || (typing && error === missingSignature ? missingTypedName : error);
  const noteId = note ? `${id}-note` : undefined;

  return (
    <Box
      ref={fieldRef}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={noteId}
      sx={{ width: '100%', maxWidth: pictureWidth + 2 }}
    >
      <Typography id={`${id}-label`} variant="h3" gutterBottom>{label}</Typography>
      <Box sx={{ ...box, aspectRatio: `${pictureWidth} / ${height}`, outlineColor: note ? 'error.main' : colour.fieldBorder, opacity: disabled ? 0.6 : 1 }}>
        <SigningLine inviting={isEmpty && !typing} />
        <SignatureCanvas
          ref={pad}
          penColor={inkColor}
          clearOnResize={false}
          // Every movement at once: a delayed one would arrive after the stroke has been kept.
          throttle={0}
          onEnd={endStroke}
          canvasProps={{
            style: { position: 'relative', display: 'block', width: '100%', height: '100%', touchAction: 'none' },
            role: 'img',
            'aria-label': `${label}: ${value ? 'signed' : 'not signed yet'}`,
            onPointerDown: keepPointer,
            onTouchCancel: endStroke,
          }}
        />
      </Box>
      {note && <FormHelperText id={noteId} error>{note}</FormHelperText>}
      {typing && (
        <Box sx={{ pt: 2 }}>
          <TextInput
            label="Full name"
            value={ink.name}
            onChange={(event) => typeName(event.target.value)}
            inputRef={takeFocus}
            disabled={disabled}
            autoComplete="off"
            inputProps={{ maxLength: 80 }}
          />
        </Box>
      )}
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', pt: 0.5, ml: -1.5 }}>
        {!typing && <Button onClick={undoStroke} disabled={disabled || isEmpty} sx={tool}>Undo stroke</Button>}
        <Button onClick={clear} disabled={disabled || isEmpty} sx={tool}>Clear</Button>
        <Button onClick={switchMode} disabled={disabled} sx={tool}>{typing ? 'Draw instead' : 'Type instead'}</Button>
      </Stack>
    </Box>
  );
}

/** The paper: an outline takes no room, so that the drawing area itself is 400 wide where there is space. */
const box = { position: 'relative', m: '1px', outline: 1, borderRadius: 1, overflow: 'hidden', bgcolor: 'background.paper', cursor: 'crosshair' } as const;

/** Narrow enough that all three stand in one row on a phone. */
const tool = { paddingInline: 1.5 } as const;

function SigningLine({ inviting }: { inviting: boolean }) {
  return (
    <Box aria-hidden sx={{ position: 'absolute', left: '5%', right: '5%', top: '66%', borderTop: 1, borderColor: 'divider', pointerEvents: 'none' }}>
      {inviting && <Typography variant="caption" component="div" color="textSecondary" sx={{ lineHeight: 1.3 }}>Sign here</Typography>}
    </Box>
  );
}

function NoCanvas({ label, error, fieldRef }: SignatureFieldProps) {
  const id = useId();
  return (
    <Box ref={fieldRef} role="group" tabIndex={-1} aria-labelledby={id}>
      <Typography id={id} variant="h3" gutterBottom>{label}</Typography>
      <Typography color="textSecondary">This browser has no drawing area. Please sign in another browser.</Typography>
      {error && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}

/** A line that leaves the box and comes back stays one line, and ends wherever the button is let go. */
function keepPointer(event: PointerEvent<HTMLCanvasElement>) {
  if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId);
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus();
