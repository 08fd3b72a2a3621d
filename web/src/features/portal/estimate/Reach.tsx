import { telAddress } from '@/lib/phone';

interface Props {
  /** As one dials it. */
  phone?: string;
  /** Without its scheme. */
  site?: string;
  words?: string;
}

/** A number to call, or a site to open, as a line to press. */
export function Reach({ phone, site, words }: Props) {
  if (phone)
    return (
      <a className="reach" href={telAddress(phone)}>
        <Icon path={call} />
        {words ?? phone}
      </a>
    );
  return (
    <a className="reach" href={`https://${site ?? ''}`} target="_blank" rel="noreferrer">
      <Icon path={open} />
      {words ?? site}
    </a>
  );
}

const Icon = ({ path }: { path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden>
    <path d={path} />
  </svg>
);

const call =
  'M6.54 5c.06.89.21 1.76.45 2.59l-1.2 1.2c-.41-1.2-.67-2.47-.76-3.79zm9.86 12.02c.85.24 1.72.39 2.6.45v1.49c-1.32-.09-2.59-.35-3.8-.75zM7.5 3H4c-.55 0-1 .45-1 1 0 9.39 7.61 17 17 17 .55 0 1-.45 1-1v-3.49c0-.55-.45-1-1-1-1.24 0-2.45-.2-3.57-.57-.1-.04-.21-.05-.31-.05-.26 0-.51.1-.71.29l-2.2 2.2c-2.83-1.45-5.15-3.76-6.59-6.59l2.2-2.2c.28-.28.36-.67.25-1.02C8.7 6.45 8.5 5.25 8.5 4c0-.55-.45-1-1-1';
const open =
  'M19 19H5V5h7V3H5c-1.11 0-2 .9-2 2v14c0 1.1.89 2 2 2h14c1.1 0 2-.9 2-2v-7h-2zM14 3v2h3.59l-9.83 9.83 1.41 1.41L19 6.41V10h2V3z';
