import { useEffect, useState } from 'react';

interface Props {
  clinic: string;
  /** How many forms there are, and how many come before this one; all of them at the end. */
  count: number;
  at: number;
  onReturn: () => void;
}

const sizes = [
  { percent: 100, label: 'Usual text' },
  { percent: 125, label: 'Large text' },
  { percent: 150, label: 'Largest text' },
] as const;

/** Where the patient is, the size of the text, and the way back to the staff. */
export function KioskHeader({ clinic, count, at, onReturn }: Props) {
  const [percent, setPercent] = useState<number>(100);
  useEffect(() => {
    document.documentElement.style.fontSize = `${percent}%`;
  }, [percent]);
  const words = at < count ? `Form ${at + 1} of ${count}` : 'All forms seen';
  return (
    <header className="kiosk-header">
      <p className="clinic">{clinic}</p>
      <div className="kiosk-tools">
        <div role="group" aria-label="Size of the text" className="sizes">
          {sizes.map((size) => (
            <button
              key={size.percent}
              type="button"
              className="button"
              aria-label={size.label}
              aria-pressed={percent === size.percent}
              onClick={() => setPercent(size.percent)}
              style={{ fontSize: `${size.percent * 0.16}px` }}
            >
              A
            </button>
          ))}
        </div>
        <button type="button" className="button outlined" onClick={onReturn}>
          Hand the tablet back
        </button>
      </div>
      <div className="progress">
        <p className="muted" role="status">
          {words}
        </p>
        <div aria-hidden className="bars">
          {Array.from({ length: count }, (_, number) => (
            <span
              key={number}
              className={number < at ? 'bar seen' : number === at ? 'bar now' : 'bar'}
            />
          ))}
        </div>
      </div>
    </header>
  );
}
