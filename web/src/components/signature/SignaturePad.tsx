import {
  useId,
  type ComponentType,
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react';
import SignatureCanvas from 'react-signature-canvas';

import {
  penColor,
  missingSignature,
  missingTypedName,
  pictureWidth,
  type Stroke,
} from '@/components/signature/strokes';
import { useSignaturePad } from '@/components/signature/useSignaturePad';
import { paperForInk } from '@/theme/forcedColors';
import { colour } from '@/theme/tokens';

export interface SignaturePadProps {
  label: string;
  height: 100 | 120;
  /** The picture as a PNG data URL, '' while nobody has signed. */
  value: string;
  /** Called after every stroke or letter; with '' as long as it is no signature yet. */
  onChange: (png: string) => void;
  error?: string | undefined;
  disabled?: boolean | undefined;
  /** The signer's name, where it is known: a typed signature must be this name, case and accents aside. */
  signer?: string | undefined;
  /** What was drawn before the page was loaded again. */
  initialStrokes?: readonly Stroke[] | undefined;
  /** Called with what is drawn, after every stroke. */
  onStrokes?: ((strokes: readonly Stroke[]) => void) | undefined;
  /** Focused when the form finds no signature. */
  fieldRef?: Ref<HTMLDivElement>;
}

interface TextSlotProps {
  id?: string | undefined;
  children: ReactNode;
}

/** The components around the drawing area: MUI's for the staff, plain elements for the patient. */
export interface SignaturePadSlots {
  Label: ComponentType<TextSlotProps>;
  Note: ComponentType<TextSlotProps>;
  /** A sentence that is no error. */
  Hint: ComponentType<TextSlotProps>;
  /** Absent where a typed signature has a field of its own. */
  NameInput?: ComponentType<{
    label: string;
    value: string;
    onChange: (name: string) => void;
    disabled: boolean;
    autoFocus: boolean;
    autoComplete: string;
    maxLength: number;
  }>;
  Tools: ComponentType<{ children: ReactNode }>;
  Tool: ComponentType<{ onClick: () => void; disabled: boolean; children: ReactNode }>;
}

const canDraw = () => typeof CanvasRenderingContext2D !== 'undefined';

/** A signature drawn with a finger, a pen or the mouse, or typed: always a PNG of exactly 400 x 100 or 400 x 120. */
export function SignaturePad(props: SignaturePadProps & { slots: SignaturePadSlots }) {
  return canDraw() ? <DrawnSignature {...props} /> : <NoCanvas {...props} />;
}

function DrawnSignature({
  label,
  height,
  value,
  onChange,
  error,
  disabled = false,
  signer,
  initialStrokes,
  onStrokes,
  fieldRef,
  slots,
}: SignaturePadProps & { slots: SignaturePadSlots }) {
  const { Label, Note, Hint, NameInput, Tools, Tool } = slots;
  const id = useId();
  const { pad, drawing, problem, isEmpty, endStroke, undoStroke, clear, typeName, switchMode } =
    useSignaturePad({
      height,
      value,
      onChange,
      active: !disabled,
      signer,
      initialStrokes,
      onStrokes,
    });
  const typing = drawing.mode === 'type';
  const note = problem || (typing && error === missingSignature ? missingTypedName : error);
  const noteId = note ? `${id}-note` : undefined;
  const hintId = typing && signer ? `${id}-hint` : undefined;

  return (
    <div
      ref={fieldRef}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={[hintId, noteId].filter(Boolean).join(' ') || undefined}
      style={{ width: '100%', maxWidth: pictureWidth + 2 }}
    >
      <Label id={`${id}-label`}>{label}</Label>
      <div
        style={{
          ...paper,
          aspectRatio: `${pictureWidth} / ${height}`,
          outlineColor: note ? colour.error : colour.fieldBorder,
          opacity: disabled ? 0.6 : 1,
        }}
      >
        <div aria-hidden style={line}>
          {isEmpty && !typing && <div style={invitation}>Sign here</div>}
        </div>
        <SignatureCanvas
          ref={pad}
          penColor={penColor}
          clearOnResize={false}
          // Without a delay: a late movement would arrive after the stroke has been read.
          throttle={0}
          onEnd={endStroke}
          canvasProps={{
            // With a size of its own the library does not measure the page for one; useSignaturePad gives it the size of its box.
            width: pictureWidth,
            height,
            style: {
              position: 'relative',
              display: 'block',
              width: '100%',
              height: '100%',
              touchAction: 'none',
            },
            role: 'img',
            'aria-label': `${label}: ${value ? 'signed' : 'not signed yet'}`,
            onPointerDown: keepPointer,
            onTouchCancel: endStroke,
          }}
        />
      </div>
      {note && <Note id={noteId}>{note}</Note>}
      {typing && NameInput && (
        <NameInput
          label="Full name"
          value={drawing.name}
          onChange={typeName}
          disabled={disabled}
          autoFocus
          autoComplete="off"
          maxLength={80}
        />
      )}
      {hintId && <Hint id={hintId}>{`A typed signature is the signer's name: ${signer}`}</Hint>}
      <Tools>
        {!typing && (
          <Tool onClick={undoStroke} disabled={disabled || isEmpty}>
            Undo stroke
          </Tool>
        )}
        <Tool onClick={clear} disabled={disabled || isEmpty}>
          Clear
        </Tool>
        {NameInput && (
          <Tool onClick={switchMode} disabled={disabled}>
            {typing ? 'Draw instead' : 'Type instead'}
          </Tool>
        )}
      </Tools>
    </div>
  );
}

/** An outline takes no room, so that the drawing area itself is 400 wide where there is space. */
const paper: CSSProperties = {
  position: 'relative',
  margin: 1,
  outline: `1px solid ${colour.fieldBorder}`,
  borderRadius: 10,
  overflow: 'hidden',
  ...paperForInk,
  cursor: 'crosshair',
};
const line: CSSProperties = {
  position: 'absolute',
  left: '5%',
  right: '5%',
  top: '66%',
  borderTop: `1px solid ${colour.hairline}`,
  pointerEvents: 'none',
};
const invitation: CSSProperties = { color: colour.muted, fontSize: '0.8125rem', lineHeight: 1.3 };

function NoCanvas({
  label,
  error,
  fieldRef,
  slots: { Label, Hint, Note },
}: SignaturePadProps & { slots: SignaturePadSlots }) {
  const id = useId();
  return (
    <div ref={fieldRef} role="group" tabIndex={-1} aria-labelledby={id}>
      <Label id={id}>{label}</Label>
      <Hint>This browser has no drawing area. Please sign in another browser.</Hint>
      {error && <Note>{error}</Note>}
    </div>
  );
}

/** A stroke that leaves the box and returns is one stroke, and ends wherever the button is released. */
function keepPointer(event: PointerEvent<HTMLCanvasElement>) {
  if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId);
}
