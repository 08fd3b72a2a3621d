import PrintOutlined from '@mui/icons-material/PrintOutlined';
import IconButton from '@mui/material/IconButton';

import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { ButtonAnchor } from '@/components/ButtonAnchor';
import { usePrint, type PrintedKind } from '@/features/documents/usePrint';
import { focusOnMount } from '@/lib/focusOnMount';

interface Props {
  kind: PrintedKind;
  /** The record's own id; the patient's for a statement and for the patient's record. */
  id: number;
  /** An earlier version of an estimate. */
  version?: number;
  /** What is printed, for those who do not see where the button stands. */
  what: string;
  /** In a row: among other words, or as an icon beside other buttons. */
  look?: 'word' | 'icon';
}

/** Opens a record as a PDF in a new tab. Nothing for those who may not print. */
export function PrintButton({ kind, id, version, what, look }: Props) {
  const { may } = usePermissions();
  const { print, printing, ready, opened } = usePrint(kind, id, version);
  if (!may('document.print')) return null;
  const shown =
    look === undefined
      ? { variant: 'outlined' as const, startIcon: <PrintOutlined /> }
      : { sx: word };
  if (ready) {
    return (
      <ButtonAnchor
        {...shown}
        href={ready}
        target="_blank"
        rel="noreferrer"
        aria-label={`Open the PDF: ${what}`}
        onClick={opened}
        ref={focusOnMount}
      >
        Open PDF
      </ButtonAnchor>
    );
  }
  const press = {
    type: 'button',
    loading: printing,
    'aria-label': `Print PDF: ${what}`,
    onClick: () => void print(),
  } as const;
  if (look === 'icon')
    return (
      <IconButton {...press} title="Print PDF" color="primary">
        <PrintOutlined />
      </IconButton>
    );
  return (
    <Button {...shown} {...press}>
      Print PDF
    </Button>
  );
}

/** As a `WordButton`. */
const word = {
  minWidth: 0,
  px: 1,
  whiteSpace: 'nowrap',
  'tr &, dl &': { m: -1 },
  'li &': { ml: -1 },
} as const;
