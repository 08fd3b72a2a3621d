import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type SignatureCanvas from 'react-signature-canvas';

import {
  hasInk, isSigned, maxPictureBytes, noInk, pictureBytes, pictureWidth, replayable, scaled, tooDense, unreadableDrawing,
  type Ink,
} from '@/components/ink';
import { canReadDrawings, drawTypedName, toPng } from '@/components/signatureImage';
import { isSameName } from '@/lib/sameName';

interface Options {
  height: number;
  value: string;
  onChange: (png: string) => void;
  active: boolean;
  /** Whose signature it is: a typed one must be this name. */
  signer: string | undefined;
}

/** The pen at 400 wide: thinnest and thickest line, and how far the hand moves before a point is kept. */
const pen = { minWidth: 0.8, maxWidth: 2.4, minDistance: 3 };

/**
 * Keeps what is drawn or typed as lines and letters, paints it again whenever the box changes its size (a turned
 * tablet), and hands on the picture. What is on the screen and what is handed on are always the same.
 */
export function useInk({ height, value, onChange, active, signer }: Options) {
  const pad = useRef<SignatureCanvas>(null);
  const paintedWidth = useRef(0);
  const sent = useRef('');
  const [ink, setInk] = useState(noInk);
  const [problem, setProblem] = useState('');

  const readPad = () => scaled(pad.current?.toData() ?? [], pictureWidth / (paintedWidth.current || pictureWidth));

  const paint = (next: Ink) => {
    const canvas = pad.current?.getCanvas();
    const brush = canvas?.getContext('2d');
    if (!pad.current || !canvas || !brush) return;
    // While the box is hidden it has no width; its ink still follows, and it is painted again when it shows.
    const width = canvas.offsetWidth || paintedWidth.current || pictureWidth;
    const unit = width / pictureWidth;
    const density = Math.max(window.devicePixelRatio || 1, 1);
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * unit * density);
    brush.setTransform(density, 0, 0, density, 0, 0);
    paintedWidth.current = width;
    Object.assign(pad.current.getSignaturePad(), {
      minWidth: pen.minWidth * unit,
      maxWidth: pen.maxWidth * unit,
      minDistance: pen.minDistance * unit,
    });
    // The library's types ask for points with methods; it reads and writes plain ones.
    const strokes = next.mode === 'draw' ? scaled(replayable(next.strokes), unit) : [];
    pad.current.fromData(strokes as Parameters<SignatureCanvas['fromData']>[0]);
    if (next.mode === 'type') drawTypedName(brush, next, width, height * unit);
  };

  const picture = (next: Ink) => {
    const canvas = pad.current?.getCanvas();
    const isSigners = next.mode === 'draw' || !signer || isSameName(next.name, signer);
    if (!canvas || !isSigned(next) || !isSigners) return { png: '', problem: '' };
    if (!canReadDrawings()) return { png: '', problem: unreadableDrawing };
    const png = toPng(canvas, height);
    return pictureBytes(png) > maxPictureBytes ? { png: '', problem: tooDense } : { png, problem: '' };
  };

  const put = (next: Ink) => {
    paint(next);
    const made = picture(next);
    setInk(next);
    setProblem(made.problem);
    sent.current = made.png;
    onChange(made.png);
  };

  const repaint = useEffectEvent(() => {
    // A line that is being drawn right now is only in the pad yet.
    const strokes = ink.mode === 'draw' ? readPad() : [];
    paint(strokes.length > ink.strokes.length ? { ...ink, strokes } : ink);
  });

  useEffect(() => {
    const canvas = pad.current?.getCanvas();
    if (!canvas) return undefined;
    const watch = new ResizeObserver(() => repaint());
    watch.observe(canvas);
    return () => watch.disconnect();
  }, []);

  const follow = useEffectEvent((given: string) => {
    if (given === sent.current) return;
    // The form was reset, or holds a picture that was not drawn here and so cannot be seen: both mean no signature.
    sent.current = '';
    setInk(noInk);
    setProblem('');
    paint(noInk);
    if (given !== '') onChange('');
  });

  useEffect(() => follow(value), [value]);

  const changeSigner = useEffectEvent(() => {
    if (ink.mode === 'draw') return;
    const { png } = picture(ink);
    if (png === sent.current) return;
    sent.current = png;
    onChange(png);
  });

  // A typed name may be another signer's, now that the signer's name was changed in the form.
  useEffect(() => changeSigner(), [signer]);

  const drawing = active && ink.mode === 'draw';
  useEffect(() => {
    if (drawing) pad.current?.on();
    else pad.current?.off();
  }, [drawing]);

  return {
    pad,
    ink,
    problem,
    isEmpty: !hasInk(ink),
    endStroke: () => put({ ...ink, strokes: readPad() }),
    undoStroke: () => put({ ...ink, strokes: ink.strokes.slice(0, -1) }),
    clear: () => put(ink.mode === 'draw' ? { ...ink, strokes: [] } : { ...ink, name: '' }),
    typeName: (name: string) => put({ ...ink, name, typedAt: new Date() }),
    switchMode: () => put({ ...ink, mode: ink.mode === 'draw' ? 'type' : 'draw' }),
  };
}
