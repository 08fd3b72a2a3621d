import { useEffect, useState } from 'react';

import { asFailure } from '@/api/failure';
import { usePreviewConsentTemplateMutation } from '@/api/generated';
import { useDebouncedValue } from '@/components/useDebouncedValue';

interface StoredText {
  /** The text as it would be stored; absent until the server has said so. */
  stored?: string | undefined;
  /** Why it would be refused. */
  refused?: string | undefined;
  /** The server could not be asked. */
  isUnknown?: boolean | undefined;
}

/** What would be stored of a text, asked once it has not changed for a moment. An answer about an earlier text is not shown. */
export function useStoredText(html: string): StoredText {
  const requested = useDebouncedValue(html);
  const [ask] = usePreviewConsentTemplateMutation();
  const [answer, setAnswer] = useState<StoredText & { of: string }>();

  useEffect(() => {
    if (!requested) return undefined;
    let isCurrent = true;
    const show = (found: StoredText) => isCurrent && setAnswer({ ...found, of: requested });
    ask({ body: requested })
      .unwrap()
      .then(({ body }) => show({ stored: body }))
      .catch((thrown: unknown) => {
        const refused = asFailure(thrown).fields['body'];
        show(refused ? { refused } : { isUnknown: true });
      });
    return () => {
      isCurrent = false;
    };
  }, [requested, ask]);

  return answer?.of === html ? answer : {};
}
