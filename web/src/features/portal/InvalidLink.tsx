interface Props {
  what?: 'consent' | 'appointment' | 'estimate';
  /** Present when only the connection failed. */
  onRetry?: (() => void) | undefined;
}

/** The same sentence for a link that is unknown, expired, revoked or incomplete, so that it reveals nothing. */
export function InvalidLink({ what = 'consent', onRetry }: Props) {
  return (
    <>
      <h1>Invalid Link</h1>
      <p className="before-link">{`This ${what} link is invalid or has expired. Please contact the clinic${what === 'appointment' ? '' : ' for a new link'}.`}</p>
      {onRetry && (
        <button type="button" className="link" onClick={onRetry}>
          Try again
        </button>
      )}
    </>
  );
}
