/** The outline of the page while it loads. */
export function Loading() {
  return (
    <div className="stack tight" role="status" aria-label="Loading">
      <div className="pulse line" />
      <div className="pulse sheet-sized" />
    </div>
  );
}
