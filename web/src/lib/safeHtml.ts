import DOMPurify from 'dompurify';

const tags = ['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'b', 'strong', 'i', 'em', 'u', 'blockquote', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];

/** The one Trusted Types policy of the app; the server's Content-Security-Policy names it. */
const policy = typeof window === 'undefined' ? undefined : (window as WithTrustedTypes).trustedTypes?.createPolicy('consent-html', { createHTML: clean });

interface WithTrustedTypes {
  trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => { createHTML: (html: string) => string } };
}

function clean(html: string): string {
  return DOMPurify.sanitize(html, { ALLOWED_TAGS: tags, ALLOWED_ATTR: [], ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false });
}

/** A consent's text, fit for `dangerouslySetInnerHTML`: the listed elements without attributes, and nothing else. */
export function safeHtml(html: string): { __html: string } {
  // Under Trusted Types this is a TrustedHTML, which React passes on as it is.
  return { __html: policy ? policy.createHTML(html) : clean(html) };
}
