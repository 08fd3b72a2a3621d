import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type SignatureCanvas from 'react-signature-canvas';

import {
  hasContent,
  isSigned,
  maxPictureBytes,
  blankDrawing,
  pictureBytes,
  pictureWidth,
  replayable,
  scaled,
  tooDense,
  unreadableDrawing,
  type Drawing,
  type Stroke,
} from '@/components/signature/strokes';
import { canReadDrawings, drawTypedName, toPng } from '@/components/signature/signatureImage';
import { isSameName } from '@/lib/sameName';

interface Options {
  height: number;
  value: string;
  onChange: (png: string) => void;
  active: boolean;
  /** The signer's name: a typed signature must be it. */
  signer: string | undefined;
  /** What was drawn before the page was loaded again. */
  initialStrokes: readonly Stroke[] | undefined;
  /** Called with what is drawn, after every stroke. */
  onStrokes: ((strokes: readonly Stroke[]) => void) | undefined;
}

/** The pen at 400 wide: thinnest and thickest line, and how far the hand moves before a point is kept. */
const pen = { minWidth: 0.8, maxWidth: 2.4, minDistance: 3 };

/**
 * The state of a signature pad. It keeps what is drawn or typed as strokes and letters, paints them again whenever the box changes its
 * size (a turned tablet), and reports the picture to `onChange`, so that the screen and the form's value never differ.
 */
export function useSignaturePad({
  height,
  value,
  onChange,
  active,
  signer,
  initialStrokes,
  onStrokes,
}: Options) {
  const pad = useRef<SignatureCanvas>(null);
  const paintedWidth = useRef(0);
  const sent = useRef('');
  const [drawing, setDrawing] = useState<Drawing>(
    initialStrokes ? { ...blankDrawing, strokes: initialStrokes } : blankDrawing,
  );
  const [problem, setProblem] = useState('');

  const readPad = () =>
    scaled(pad.current?.toData() ?? [], pictureWidth / (paintedWidth.current || pictureWidth));

  const paint = (next: Drawing) => {
    const canvas = pad.current?.getCanvas();
    const context = canvas?.getContext('2d');
    if (!pad.current || !canvas || !context) return;
    // While the box is hidden it has no width: paint as before, and again when it shows.
    const width = canvas.offsetWidth || paintedWidth.current || pictureWidth;
    const unit = width / pictureWidth;
    const density = Math.max(window.devicePixelRatio || 1, 1);
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * unit * density);
    context.setTransform(density, 0, 0, density, 0, 0);
    paintedWidth.current = width;
    Object.assign(pad.current.getSignaturePad(), {
      minWidth: pen.minWidth * unit,
      maxWidth: pen.maxWidth * unit,
      minDistance: pen.minDistance * unit,
    });
    // The library's types require points with methods; it reads and writes plain ones.
    const strokes = next.mode === 'draw' ? scaled(replayable(next.strokes), unit) : [];
    pad.current.fromData(strokes as Parameters<SignatureCanvas['fromData']>[0]);
    if (next.mode === 'type') drawTypedName(context, next, width, height * unit);
  };

  const picture = (next: Drawing) => {
    const canvas = pad.current?.getCanvas();
    const isSigners = next.mode === 'draw' || !signer || isSameName(next.name, signer);
    if (!canvas || !isSigned(next) || !isSigners) return { png: '', problem: '' };
    if (!canReadDrawings()) return { png: '', problem: unreadableDrawing };
    const png = toPng(canvas, height);
    return pictureBytes(png) > maxPictureBytes
      ? { png: '', problem: tooDense }
      : { png, problem: '' };
  };

  const update = (next: Drawing) => {
    paint(next);
    const made = picture(next);
    setDrawing(next);
    setProblem(made.problem);
    sent.current = made.png;
    onStrokes?.(next.strokes);
    onChange(made.png);
  };

  const repaint = useEffectEvent(() => {
    // A stroke that is being drawn right now is in the pad only.
    const strokes = drawing.mode === 'draw' ? readPad() : [];
    paint(strokes.length > drawing.strokes.length ? { ...drawing, strokes } : drawing);
  });

  useEffect(() => {
    const canvas = pad.current?.getCanvas();
    if (!canvas) return undefined;
    const watch = new ResizeObserver(() => repaint());
    watch.observe(canvas);
    return () => watch.disconnect();
  }, []);

  const takeValue = useEffectEvent((given: string) => {
    if (given === sent.current) return;
    // The form was reset, or holds a picture that was not drawn here and cannot be shown: both mean no signature.
    sent.current = '';
    setDrawing(blankDrawing);
    setProblem('');
    paint(blankDrawing);
    if (given !== '') onChange('');
  });

  useEffect(() => takeValue(value), [value]);

  const reportFirst = useEffectEvent(() => {
    if (!hasContent(drawing)) return;
    paint(drawing);
    sent.current = picture(drawing).png;
    onChange(sent.current);
  });

  useEffect(() => reportFirst(), []);

  const changeSigner = useEffectEvent(() => {
    if (drawing.mode === 'draw') return;
    const { png } = picture(drawing);
    if (png === sent.current) return;
    sent.current = png;
    onChange(png);
  });

  // A typed name may be another signer's, now that the signer's name was changed in the form.
  useEffect(() => changeSigner(), [signer]);

  const penOn = active && drawing.mode === 'draw';
  useEffect(() => {
    if (penOn) pad.current?.on();
    else pad.current?.off();
  }, [penOn]);

  return {
    pad,
    drawing,
    problem,
    isEmpty: !hasContent(drawing),
    endStroke: () => update({ ...drawing, strokes: readPad() }),
    undoStroke: () => update({ ...drawing, strokes: drawing.strokes.slice(0, -1) }),
    clear: () =>
      update(drawing.mode === 'draw' ? { ...drawing, strokes: [] } : { ...drawing, name: '' }),
    typeName: (name: string) => update({ ...drawing, name, typedAt: new Date() }),
    switchMode: () => update({ ...drawing, mode: drawing.mode === 'draw' ? 'type' : 'draw' }),
  };
}
