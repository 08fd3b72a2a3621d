import { Component, type ReactNode } from 'react';

/** Shows a sentence and a reload button when the page breaks. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <>
        <h1>Something went wrong on this page.</h1>
        <p className="before-link" role="status">
          Reloading mostly helps.
        </p>
        <button type="button" className="link" onClick={() => window.location.reload()}>
          Reload
        </button>
      </>
    );
  }
}
