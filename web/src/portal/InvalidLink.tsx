interface Props {
  /** Present when the link itself may be good and only the connection failed. */
  onRetry?: (() => void) | undefined;
}

/** The same words for a link that is unknown, expired, withdrawn or incomplete: they tell a stranger nothing. */
export function InvalidLink({ onRetry }: Props) {
  return (
    <>
      <h1>Invalid Link</h1>
      <p className="before-link">This consent link is invalid or has expired. Please contact the clinic for a new link.</p>
      {onRetry && <button type="button" className="link" onClick={onRetry}>Try again</button>}
    </>
  );
}
