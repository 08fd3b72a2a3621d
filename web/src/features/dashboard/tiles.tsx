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
  icon: ReactNode;
  /** Null where the specification's tile leads nowhere yet. */
  to: string | null;
}

export const tiles: readonly TileContent[] = [
  {
    title: 'Patients',
    icon: <PeopleAltOutlined />,
    to: paths.patients,
  },
  {
    title: 'Appointments',
    icon: <CalendarMonthOutlined />,
    to: paths.appointments,
  },
  {
    title: 'Digital Consents',
    icon: <DescriptionOutlined />,
    to: paths.consentTemplates,
  },
  {
    title: 'GFE Templates',
    icon: <AssignmentOutlined />,
    to: paths.examTemplates,
  },
  {
    title: 'Loyalty',
    icon: <CardGiftcardOutlined />,
    to: paths.loyalty,
  },
  {
    title: 'Subscriptions',
    icon: <AutorenewOutlined />,
    to: paths.subscriptions,
  },
  { title: 'Analytics', icon: <InsightsOutlined />, to: null },
];
