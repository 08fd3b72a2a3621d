import { useEffect, useState } from 'react';

import { asFailure, fetchJson } from '@/api/fetchJson';
import type { PortalCopy } from '@/api/generated';
import { consentUrl } from '@/features/portal/consentUrl';
import { instantInWords } from '@/lib/instantInWords';

/** The pause between two polls while the copy is made, and how many there are. */
const askEveryMs = 3_000;
const maxTries = 60;

interface Props {
  token: string;
  zone: string;
}

/** The copy as a PDF: it is being made, and then there to download. Nothing where the link offers none any more. */
export function SignedCopy({ token, zone }: Props) {
  const [copy, setCopy] = useState<PortalCopy>();
  const [tries, setTries] = useState(0);
  const [isOver, setOver] = useState(false);
  const isReady = copy?.is_ready ?? false;

  useEffect(() => {
    if (isReady || isOver || tries > maxTries) return undefined;
    const request = new AbortController();
    let next: ReturnType<typeof setTimeout> | undefined;
    fetchJson<PortalCopy>(`${consentUrl(token)}/copy`, { signal: request.signal })
      .then(setCopy, (thrown: unknown) => {
        // Without a connection the page goes on asking.
        if (!request.signal.aborted && asFailure(thrown).status === 404) setOver(true);
      })
      .finally(() => {
        if (!request.signal.aborted)
          next = setTimeout(() => setTries((count) => count + 1), askEveryMs);
      });
    return () => {
      request.abort();
      clearTimeout(next);
    };
  }, [token, tries, isReady, isOver]);

  if (isOver) return null;
  return (
    <div className="stack tight unprinted" role="status">
      {isReady && copy ? (
        <>
          <a className="button filled" href={`${consentUrl(token)}/copy/file`} download>
            Download my copy
          </a>
          <p className="muted">{`PDF, ${inKilobytes(copy.bytes ?? 0)}. It holds the text you read, your signature and a record of when it was signed. This page offers it until ${instantInWords(copy.until, zone)}.`}</p>
        </>
      ) : (
        <p className="muted">
          {tries > maxTries
            ? 'Your copy is not ready yet. Open this page again later, or ask the clinic for it.'
            : 'Your copy is being made. It appears here in a moment.'}
        </p>
      )}
    </div>
  );
}

const inKilobytes = (bytes: number) =>
  `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString('en-US')} kB`;
