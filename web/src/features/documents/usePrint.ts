import { documentsApi, type DocumentKind, type PrintedDocument } from '@/api/generated';
import { useAppDispatch } from '@/api/store';
import { useMadeFile } from '@/features/documents/useMadeFile';

/** A kind of record that prints. */
export type PrintedKind = Exclude<DocumentKind, 'export'>;

/** Where the PDF of a document is. */
export const documentUrl = (id: number): string => `/api/documents/${id}/file`;

const asFile = (document: PrintedDocument) => ({ ...document, url: documentUrl(document.id) });

/** Prints a record: asks for its PDF, waits for it, and opens it in a new tab. `ready` is its address where the browser opens no tab. */
export function usePrint(kind: PrintedKind, id: number, version?: number) {
  const dispatch = useAppDispatch();
  const { endpoints } = documentsApi;
  const { make, making, ready, opened } = useMadeFile(
    async () =>
      asFile(
        await dispatch(
          endpoints.printDocument.initiate(
            { kind, id, ...(version !== undefined && { version }) },
            { track: false },
          ),
        ).unwrap(),
      ),
    async (document) =>
      asFile(
        await dispatch(
          endpoints.showDocument.initiate(document.id, { subscribe: false, forceRefetch: true }),
        ).unwrap(),
      ),
    { about: `print ${kind} ${id}`, notMade: 'Not printed.' },
  );
  return { print: make, printing: making, ready, opened };
}
