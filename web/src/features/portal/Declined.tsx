import { focusOnMount } from '@/lib/focusOnMount';
import { instantInWords } from '@/lib/instantInWords';

interface Props {
  clinic: string;
  declinedAt: string;
  zone: string;
}

/** Shown for a declined consent, after a reload too. */
export function Declined({ clinic, declinedAt, zone }: Props) {
  return (
    <div className="arrived" ref={focusOnMount} tabIndex={-1}>
      <h1>You declined</h1>
      <p>{`You declined this consent on ${instantInWords(declinedAt, zone)}. ${clinic} has your reason. If you change your mind, please contact the clinic for a new link.`}</p>
    </div>
  );
}

/** The button that had the focus is gone; a screen reader continues here. */
