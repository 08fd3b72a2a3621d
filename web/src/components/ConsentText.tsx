import '@/components/consentText.css';

import { safeHtml } from '@/lib/safeHtml';

interface Props {
  /** The accessible name of the region. */
  label: string;
  html: string;
}

/**
 * The text of a consent as the clinic wrote it. Plain CSS and no MUI, because the patient's portal has none: the text looks the same
 * there and in the author's preview.
 */
export function ConsentText({ label, html }: Props) {
  return (
    <section className="consent-text" aria-label={label} dangerouslySetInnerHTML={safeHtml(html)} />
  );
}
