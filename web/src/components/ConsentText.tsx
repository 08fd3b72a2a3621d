import '@/components/consentText.css';

import { safeHtml } from '@/lib/safeHtml';

interface Props {
  /** Names the text for those who move from part to part. */
  label: string;
  html: string;
}

/**
 * The words of a consent as the clinic wrote them, on a sheet of paper. Plain rules and no MUI, because the patient's portal has none:
 * there and in the author's preview the text looks the same.
 */
export function ConsentText({ label, html }: Props) {
  return <section className="consent-text" aria-label={label} dangerouslySetInnerHTML={safeHtml(html)} />;
}
