import { copyText } from '@/lib/copyText';
import { useNotify } from '@/lib/notices';

/** Copies a portal link and reports it in the specification's words, or says what to do if the browser refuses. */
export function useCopyLink() {
  const notify = useNotify();
  return async (link: string | Promise<string>) => {
    try {
      if (await copyText(link))
        notify({ tone: 'success', text: 'Portal link copied to clipboard!' });
      else
        notify({
          tone: 'info',
          text: 'This browser did not copy the link. Select it in the panel and copy it.',
        });
    } catch {
      // The link could not be made; the caller reports why.
    }
  };
}
