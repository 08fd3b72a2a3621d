import { useRef, useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useBeginImportMutation,
  useReadImportMutation,
  useSendImportPartMutation,
} from '@/api/generated';
import { whenOnline } from '@/lib/useOnline';

/** The most bytes of one part, as the server takes them. */
export const partBytes = 512 * 1024;

/** The largest file, as the server takes it. */
export const maxBytes = 16 * 1024 * 1024;

interface Sent {
  file: File;
  id: number;
  version: number;
  parts: number;
}

interface Upload {
  /** From 0 to 1 while the file is being sent. */
  progress: number | null;
  problem: string;
  /** Sends the file, or what is missing of it after a failure. Answers the import's id, or null when it failed. */
  send(file: File): Promise<number | null>;
}

/** Sends a file in parts. A part that the network loses is sent again alone: what has arrived stays at the server. */
export function useUpload(): Upload {
  const [begin] = useBeginImportMutation();
  const [sendPart] = useSendImportPartMutation();
  const [read] = useReadImportMutation();
  const sent = useRef<Sent | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState('');

  const send = async (file: File) => {
    setProblem('');
    setProgress(0);
    try {
      await whenOnline();
      if (sent.current?.file !== file) {
        const { id, version } = await begin({
          file_name: file.name.slice(-200),
          file_bytes: file.size,
        }).unwrap();
        sent.current = { file, id, version, parts: 0 };
      }
      const known = sent.current;
      const total = Math.ceil(file.size / partBytes);
      while (known.parts < total) {
        const data = await inBase64(
          file.slice(known.parts * partBytes, (known.parts + 1) * partBytes),
        );
        await sendPart({ id: known.id, number: known.parts + 1, importPart: { data } }).unwrap();
        known.parts += 1;
        setProgress(known.parts / total);
      }
      await read({
        id: known.id,
        'If-Match': String(known.version),
        fileReading: {},
      }).unwrap();
      sent.current = null;
      return known.id;
    } catch (thrown) {
      const { fields, message, code } = asFailure(thrown);
      // Somebody has given it up or had it read, or the week is over: the next try begins anew.
      if (code === 'not_now' || code === 'not_found' || code === 'stale') sent.current = null;
      setProblem(fields['file_bytes'] ? `The file ${fields['file_bytes']}.` : message);
      return null;
    } finally {
      setProgress(null);
    }
  };

  return { progress, problem, send };
}

async function inBase64(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let text = '';
  // In pieces: a function takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
