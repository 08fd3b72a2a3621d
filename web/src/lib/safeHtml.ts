import DOMPurify from 'dompurify';

import { textTags } from '@/lib/textTags';

/** The one Trusted Types policy of the app; the server's Content-Security-Policy names it. */
const policy =
  typeof window === 'undefined'
    ? undefined
    : (window as WithTrustedTypes).trustedTypes?.createPolicy('consent-html', {
        createHTML: clean,
      });

interface WithTrustedTypes {
  trustedTypes?: {
    createPolicy: (
      name: string,
      rules: { createHTML: (html: string) => string },
    ) => { createHTML: (html: string) => string };
  };
}

function clean(html: string): string {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: textTags,
    ALLOWED_ATTR: [],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}

/** A consent's text, fit for `dangerouslySetInnerHTML`: the listed elements without attributes, and nothing else. */
export function safeHtml(html: string): { __html: string } {
  // Under Trusted Types this is a TrustedHTML, which React passes on as it is.
  return { __html: policy ? policy.createHTML(html) : clean(html) };
}
