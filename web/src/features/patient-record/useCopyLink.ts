import { useNotify } from '@/lib/notices';
import { copyText } from '@/lib/copyText';

/** Copies a portal link and says so in the specification's words; where the browser refuses, says how to go on. */
export function useCopyLink() {
  const notify = useNotify();
  return async (link: string | Promise<string>) => {
    try {
      if (await copyText(link)) notify({ tone: 'success', text: 'Portal link copied to clipboard!' });
      else notify({ tone: 'info', text: 'This browser did not copy the link. Select it in the panel and copy it.' });
    } catch {
      // There is no link: whoever asked for it says why.
    }
  };
}
