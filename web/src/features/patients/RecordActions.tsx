import AddCircleOutline from '@mui/icons-material/AddCircleOutlineOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { usePermissions } from '@/api/usePermissions';
import { ButtonAnchor } from '@/components/ButtonAnchor';
import { ButtonLink } from '@/components/ButtonLink';
import { useFootBar } from '@/components/useFootBar';
import { useMayExamine } from '@/features/clearance';
import { bookingPath, estimatePath, newExamPath } from '@/lib/paths';

interface Action {
  word: string;
  icon: ReactElement;
  /** A page, or a panel of this one. */
  to: string;
  allowed: boolean;
  /** Stands in the head of the page already, where that is wide. */
  inHead?: boolean;
}

function useActions(patientId: number): Action[] {
  const { may, mayLimited } = usePermissions();
  const mayExamine = useMayExamine();
  const all: Action[] = [
    {
      word: 'New treatment',
      icon: <AddCircleOutline />,
      to: '#new-treatment',
      allowed: may('treatment.create'),
    },
    {
      word: 'Exam',
      icon: <FactCheckOutlined />,
      to: newExamPath(patientId),
      allowed: mayExamine,
      inHead: true,
    },
    {
      word: 'Consent',
      icon: <DescriptionOutlined />,
      to: '#consents',
      allowed: may('consent.issue'),
    },
    {
      word: 'Estimate',
      icon: <ReceiptLongOutlined />,
      to: estimatePath(patientId),
      allowed: mayLimited('estimate.write'),
      inHead: true,
    },
    {
      word: 'Book',
      icon: <CalendarMonthOutlined />,
      to: bookingPath(patientId),
      allowed: may('appointment.create'),
    },
  ];
  return all.filter(({ allowed }) => allowed);
}

const useIsWide = () => useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'));

/** What is begun from a record most, in its head where the screen is wide. */
export function HeadActions({ patientId }: { patientId: number }) {
  const actions = useActions(patientId).filter(({ inHead }) => !inHead);
  if (!useIsWide()) return null;
  return actions.map(({ word, to }) =>
    to.startsWith('#') ? (
      <ButtonAnchor
        key={word}
        href={to}
        variant={word === 'New treatment' ? 'contained' : 'outlined'}
      >
        {word}
      </ButtonAnchor>
    ) : (
      <ButtonLink key={word} to={to} variant="outlined">
        {word}
      </ButtonLink>
    ),
  );
}

/** The same at the foot of a tablet's or a phone's screen, where one thumb reaches it. */
export function FootActions({ patientId }: { patientId: number }) {
  const actions = useActions(patientId);
  const hidden = useIsWide() || actions.length === 0;
  const bar = useFootBar<HTMLDivElement>(hidden);
  if (hidden) return null;
  return (
    <Paper
      ref={bar}
      component="nav"
      aria-label="Begin something for this patient"
      variant="outlined"
      sx={foot}
    >
      {actions.map(({ word, icon, to }) => (
        <ButtonBase
          key={word}
          {...(to.startsWith('#') ? { component: 'a', href: to } : { component: Link, to })}
          sx={one}
        >
          {icon}
          <Box
            component="span"
            sx={{ typography: 'caption', fontWeight: 600, lineHeight: 1.2, textAlign: 'center' }}
          >
            {word}
          </Box>
        </ButtonBase>
      ))}
    </Paper>
  );
}

const foot = {
  position: 'sticky',
  bottom: 'var(--bottom-bar, 0px)',
  zIndex: 'appBar',
  displayPrint: 'none',
  display: 'flex',
  pb: 'env(safe-area-inset-bottom)',
} as const;
const one = {
  flex: '1 1 0',
  minWidth: 0,
  minHeight: 60,
  px: 0.5,
  py: 0.75,
  display: 'flex',
  flexDirection: 'column',
  gap: 0.5,
  color: 'primary.main',
  borderRadius: 1,
  '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -3 },
} as const;
