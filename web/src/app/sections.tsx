import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import AutorenewOutlined from '@mui/icons-material/AutorenewOutlined';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import CardGiftcardOutlined from '@mui/icons-material/CardGiftcardOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import PhotoLibraryOutlined from '@mui/icons-material/PhotoLibraryOutlined';
import SellOutlined from '@mui/icons-material/SellOutlined';
import SpaOutlined from '@mui/icons-material/SpaOutlined';
import type { ReactNode } from 'react';

export interface Section {
  to: string;
  label: string;
  icon: ReactNode;
}

/** The sidebar's entries, in their order. */
export const sections: readonly Section[] = [
  { to: '/', label: 'Dashboard', icon: <HomeOutlined /> },
  { to: '/patients', label: 'Clients', icon: <PeopleAltOutlined /> },
  { to: '/loyalty', label: 'Loyalty Program', icon: <CardGiftcardOutlined /> },
  { to: '/appointments', label: 'Appointments', icon: <CalendarMonthOutlined /> },
  { to: '/digital-consents', label: 'Forms', icon: <DescriptionOutlined /> },
  { to: '/gfe-templates', label: 'Clinical Records', icon: <AssignmentOutlined /> },
  { to: '/team', label: 'Team', icon: <BadgeOutlined /> },
  { to: '/subscriptions', label: 'Subscriptions', icon: <AutorenewOutlined /> },
  { to: '/pricing', label: 'Pricing Plans', icon: <SellOutlined /> },
];

/** Entries of the specification that lead nowhere yet. */
export const disabledSections: readonly Omit<Section, 'to'>[] = [
  { label: 'Import Clients', icon: <FileUploadOutlined /> },
  { label: 'Services', icon: <SpaOutlined /> },
  { label: 'Photos', icon: <PhotoLibraryOutlined /> },
  { label: 'Reports', icon: <AssessmentOutlined /> },
];
