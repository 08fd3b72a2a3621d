import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import AutorenewOutlined from '@mui/icons-material/AutorenewOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import CardGiftcardOutlined from '@mui/icons-material/CardGiftcardOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import type { ReactNode } from 'react';

import { paths } from '@/lib/paths';

export interface TileContent {
  title: string;
  text: string;
  icon: ReactNode;
  /** Null where the specification's tile leads nowhere yet. */
  to: string | null;
}

export const tiles: readonly TileContent[] = [
  {
    title: 'Patients',
    text: 'Find a record, or add a new one.',
    icon: <PeopleAltOutlined />,
    to: paths.patients,
  },
  {
    title: 'Appointments',
    text: 'The day, and the days to come.',
    icon: <CalendarMonthOutlined />,
    to: paths.appointments,
  },
  {
    title: 'Digital Consents',
    text: 'Texts that patients read and sign.',
    icon: <DescriptionOutlined />,
    to: paths.consentTemplates,
  },
  {
    title: 'GFE Templates',
    text: 'Exam findings, ready to reuse.',
    icon: <AssignmentOutlined />,
    to: paths.examTemplates,
  },
  {
    title: 'Loyalty',
    text: 'Points, and who has them.',
    icon: <CardGiftcardOutlined />,
    to: paths.loyalty,
  },
  {
    title: 'Subscriptions',
    text: 'Your plan and its billing.',
    icon: <AutorenewOutlined />,
    to: paths.subscriptions,
  },
  { title: 'Analytics', text: 'How the clinic is doing.', icon: <InsightsOutlined />, to: null },
];
