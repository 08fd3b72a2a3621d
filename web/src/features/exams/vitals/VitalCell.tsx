import WarningRounded from '@mui/icons-material/WarningRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, type ChangeEvent } from 'react';

import { unseen } from '@/components/unseen';
import type { Judgement } from '@/features/exams/vitals/ranges';
import {
  linePoints,
  measure,
  trendInWords,
  valueInWords,
  type Former,
} from '@/features/exams/vitals/trend';
import { vitals } from '@/features/exams/vitals/vitals';
import { cleanValue, valuesOf, type Reading } from '@/features/exams/vitals/vitalsText';

interface Props {
  /** As it stands in the text, or as it would be written. */
  reading: Reading;
  former: readonly Former[];
  judgement: Judgement | undefined;
  /** The id of the sentence about it. */
  saidBy: string;
  onChange: (values: string[]) => void;
}

const lineWidth = 14;
const lineHeight = 10;

/** Short forms of units that would leave no room for the number. */
const shortUnits: Partial<Record<string, string>> = { 'kg/m²': '', '% air': '%' };

/** One vital sign: its numbers, what they were before, and a mark where something is to be said about them. */
export function VitalCell({ reading, former, judgement, saidBy, onChange }: Props) {
  const { label } = vitals[reading.key];
  const { parts } = reading.notation;
  const values = valuesOf(reading);
  const second = useRef<HTMLInputElement>(null);
  const trend = trendInWords(valueInWords(reading), former);
  const points = linePoints(
    [...former.map(({ number }) => number).toReversed(), measure(reading)],
    lineWidth,
    lineHeight,
  );

  const change =
    (at: number) =>
    ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
      // Written as on paper, '118/76' and 5'6 are both numbers of the sign.
      const [first = '', rest] = parts.length === 2 && at === 0 ? value.split(/[/']/) : [value];
      onChange(
        values.map((former_, other) =>
          other === at
            ? cleanValue(first)
            : rest !== undefined
              ? cleanValue(rest) || former_
              : former_,
        ),
      );
      if (rest !== undefined) second.current?.focus();
    };

  return (
    <Box
      role={parts.length > 1 ? 'group' : undefined}
      aria-label={parts.length > 1 ? label : undefined}
      sx={cell}
      data-vital={reading.key}
    >
      <Box
        component="span"
        aria-hidden
        sx={{
          ...name,
          color: judgement
            ? `${judgement.tone === 'impossible' ? 'error' : 'warning'}.main`
            : 'text.secondary',
        }}
      >
        {label}
        {judgement ? (
          <WarningRounded />
        ) : (
          points &&
          former.length > 1 && (
            <svg width={lineWidth} height={lineHeight} viewBox={`0 0 ${lineWidth} ${lineHeight}`}>
              <polyline points={points} fill="none" stroke="currentColor" strokeWidth="1.5" />
            </svg>
          )
        )}
      </Box>
      <Box sx={numbers}>
        {parts.map(({ called, unit }, at) => (
          <Box component="label" key={called} sx={number}>
            <Box
              component="input"
              ref={at === 1 ? second : undefined}
              aria-label={[label, called].filter(Boolean).join(' ')}
              aria-describedby={
                [
                  judgement && saidBy,
                  trend !== '' && former.length > 0 && at === 0 && `${saidBy}-trend`,
                ]
                  .filter(Boolean)
                  .join(' ') || undefined
              }
              aria-invalid={judgement?.tone === 'impossible' || undefined}
              inputMode="decimal"
              autoComplete="off"
              value={values[at] ?? ''}
              onChange={change(at)}
              sx={{ ...input, minWidth: values[at] === '' ? '2.4ch' : '1.2ch' }}
            />
            <Box
              component="span"
              sx={{ typography: 'caption', color: 'text.secondary', whiteSpace: 'nowrap' }}
            >
              {shortUnits[unit] ?? unit}
            </Box>
          </Box>
        ))}
      </Box>
      {former[0] && (
        <>
          <Typography
            component="span"
            variant="caption"
            title={trend}
            aria-hidden
            noWrap
            sx={{ display: 'block', color: 'text.secondary' }}
          >{`was ${former[0].value.replace(' ft ', '’').replace(' in', '”')}`}</Typography>
          <Box component="span" id={`${saidBy}-trend`} sx={unseen}>
            {trend}
          </Box>
        </>
      )}
    </Box>
  );
}

const cell = { position: 'relative', minWidth: 0, px: 0.5 } as const;
/** Over the top of the field, which is as high as a finger needs. */
const name = {
  position: 'absolute',
  top: 2,
  left: 4,
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  typography: 'caption',
  fontWeight: 600,
  pointerEvents: 'none',
  whiteSpace: 'nowrap',
  '& > .MuiSvgIcon-root': { fontSize: 14 },
} as const;
const numbers = {
  display: 'flex',
  borderBottom: 1,
  borderColor: 'fieldBorder',
  '&:focus-within': {
    borderColor: 'primary.main',
    boxShadow: '0 1px 0 var(--mui-palette-primary-main)',
  },
} as const;
const number = {
  display: 'flex',
  alignItems: 'baseline',
  gap: '3px',
  minHeight: 48,
  pt: '20px',
  cursor: 'text',
  flex: 'none',
  minWidth: 0,
  '& + &': { pl: '3px' },
  '&:last-child': { flex: 'auto' },
} as const;
const input = {
  font: 'inherit',
  fontSize: '1rem',
  fontWeight: 600,
  lineHeight: '24px',
  color: 'inherit',
  bgcolor: 'transparent',
  border: 0,
  p: 0,
  m: 0,
  fontVariantNumeric: 'tabular-nums',
  flexShrink: 0,
  maxWidth: '100%',
  fieldSizing: 'content',
  '@supports not (field-sizing: content)': { width: '3.4ch' },
  borderRadius: '2px',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 0 },
} as const;
