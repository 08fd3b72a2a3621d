import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Typography from '@mui/material/Typography';
import { useEffect, useState, type ReactNode } from 'react';

import { useSession } from '@/api/useSession';
import { Button } from '@/components/Button';
import { PrintOnly } from '@/components/PrintOnly';

interface Props {
  /** Heads the sheet, below the clinic's name. */
  title: string;
  /** The button's name, where the word alone does not say of what. */
  name?: string;
  /** What is on the sheet. */
  children: ReactNode;
}

/** The button that prints what is on the screen as a sheet of its own. The sheet is there only while it is printed: nothing else of the page could be printed beside it. */
export function PrintSheet({ title, name, children }: Props) {
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<PrintOutlined />}
        aria-label={name}
        onClick={() => setPrinting(true)}
      >
        Print
      </Button>
      {printing && (
        <Sheet title={title} onPrinted={() => setPrinting(false)}>
          {children}
        </Sheet>
      )}
    </>
  );
}

interface SheetProps {
  title: string;
  onPrinted: () => void;
  children: ReactNode;
}

function Sheet({ title, onPrinted, children }: SheetProps) {
  const clinic = useSession()?.clinic.name;
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted);
    return () => window.removeEventListener('afterprint', onPrinted);
  });
  useEffect(() => {
    const timer = setTimeout(() => window.print());
    return () => clearTimeout(timer);
  }, []);
  return (
    <PrintOnly>
      <Typography color="textSecondary">{clinic}</Typography>
      <Typography variant="h1" component="p" gutterBottom>
        {title}
      </Typography>
      {children}
    </PrintOnly>
  );
}
