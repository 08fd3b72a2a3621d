import { useEffect, useRef, useState } from 'react';

import { asFailure } from '@/api/failure';
import { documentsApi, type DocumentKind, type PrintedDocument } from '@/api/generated';
import { useAppDispatch } from '@/api/store';
import { useNotify } from '@/lib/notices';

/** A kind of record that prints. */
export type PrintedKind = Exclude<DocumentKind, 'export'>;

/** A document is mostly there after a second; the server gives it twenty, and others may be before it. */
const pauses = [150, 250, 400, 600, ...Array.from({ length: 45 }, () => 1000)];

/** Where the PDF of a document is. */
export const documentUrl = (id: number): string => `/api/documents/${id}/file`;

/** Prints a record: asks for its PDF, waits for it, and opens it in a new tab. `ready` is its address where the browser opens no tab. */
export function usePrint(kind: PrintedKind, id: number, version?: number) {
  const dispatch = useAppDispatch();
  const notify = useNotify();
  const [printing, setPrinting] = useState(false);
  const [ready, setReady] = useState<string>();
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);

  const made = async (): Promise<PrintedDocument> => {
    const { endpoints } = documentsApi;
    let document = await dispatch(endpoints.printDocument.initiate({ kind, id, ...(version !== undefined && { version }) }, { track: false })).unwrap();
    for (const pause of pauses) {
      if (document.state !== 'waiting' || left.current) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
      document = await dispatch(endpoints.showDocument.initiate(document.id, { subscribe: false, forceRefetch: true })).unwrap();
    }
    return document;
  };

  const print = async () => {
    setPrinting(true);
    setReady(undefined);
    try {
      const document = await made();
      if (left.current) return;
      if (document.state === 'ready') {
        const url = documentUrl(document.id);
        // A browser opens no tab when too much time has passed since the press.
        if (!window.open(url, '_blank')) setReady(url);
      } else {
        notify({ tone: 'error', text: `Not printed. ${document.problem ?? 'It takes longer than usual. Please try again in a moment.'}` });
      }
    } catch (thrown) {
      const { message } = asFailure(thrown);
      if (!left.current) notify({ tone: 'error', text: message === 'Request failed' ? 'Not printed. Celadon could not be reached.' : `Not printed. ${message}` });
    } finally {
      if (!left.current) setPrinting(false);
    }
  };
  return { print, printing, ready, opened: () => setReady(undefined) };
}
