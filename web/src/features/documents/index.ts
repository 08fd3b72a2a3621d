/** Records as documents: each prints as its PDF, and everything about one patient is handed out as one file. */
export { ExportDialog } from '@/features/documents/lazyExport';
export { ExportMenuItem } from '@/features/documents/ExportMenuItem';
export { PrintButton, usePrintButton } from '@/features/documents/LazyPrintButton';
export { SignedCopies } from '@/features/documents/SignedCopies';
export { useMadeFile } from '@/features/documents/useMadeFile';
