import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import AutorenewOutlined from '@mui/icons-material/AutorenewOutlined';
import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import CardGiftcardOutlined from '@mui/icons-material/CardGiftcardOutlined';
import ChecklistOutlined from '@mui/icons-material/ChecklistOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import PeopleAltOutlined from '@mui/icons-material/PeopleAltOutlined';
import PhotoLibraryOutlined from '@mui/icons-material/PhotoLibraryOutlined';
import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined';
import SellOutlined from '@mui/icons-material/SellOutlined';
import SpaOutlined from '@mui/icons-material/SpaOutlined';
import type { ReactNode } from 'react';

import type { Module } from '@/api/generated';
import { paths } from '@/lib/paths';

export interface Section {
  to: string;
  label: string;
  /** The word below the icon, where there is no room for the label. */
  short?: string;
  icon: ReactNode;
  /** One of the four places of the phone's bottom bar. */
  onPhone?: true;
}

/** The entries that every clinic has as links, in the specification's order and words. */
export const sections: readonly Section[] = [
  { to: paths.dashboard, label: 'Dashboard', icon: <HomeOutlined />, onPhone: true },
  { to: paths.patients, label: 'Clients', icon: <PeopleAltOutlined />, onPhone: true },
  { to: paths.loyalty, label: 'Loyalty Program', short: 'Loyalty', icon: <CardGiftcardOutlined /> },
  { to: paths.appointments, label: 'Appointments', icon: <CalendarMonthOutlined />, onPhone: true },
  { to: paths.consentTemplates, label: 'Forms', icon: <DescriptionOutlined />, onPhone: true },
  {
    to: paths.examTemplates,
    label: 'Clinical Records',
    short: 'Records',
    icon: <AssignmentOutlined />,
  },
  { to: paths.team, label: 'Team', icon: <BadgeOutlined /> },
  { to: paths.subscriptions, label: 'Subscriptions', icon: <AutorenewOutlined /> },
  { to: paths.pricing, label: 'Pricing Plans', short: 'Pricing', icon: <SellOutlined /> },
];

/** For those who may approve, after the records that they judge. */
export const review: Section = { to: paths.review, label: 'Review', icon: <RateReviewOutlined /> };

/** For those who treat or answer for treatments, once the owner has switched the module on. */
export const protocols: Section = {
  to: paths.protocols,
  label: 'Protocols',
  icon: <ChecklistOutlined />,
};

interface ModuleSection extends Omit<Section, 'to'> {
  module: Module;
  /** None while there is no screen for it. */
  to?: string;
}

/** The entries that the specification shows disabled, in its order and words. Each becomes a link when the clinic's owner switches its module on. */
export const moduleSections: readonly ModuleSection[] = [
  {
    module: 'import_clients',
    to: paths.importClients,
    label: 'Import Clients',
    short: 'Import',
    icon: <FileUploadOutlined />,
  },
  { module: 'services', to: paths.services, label: 'Services', icon: <SpaOutlined /> },
  { module: 'photos', label: 'Photos', icon: <PhotoLibraryOutlined /> },
  { module: 'reports', label: 'Reports', icon: <AssessmentOutlined /> },
];

const isOpen =
  (on: readonly Module[]) =>
  (section: ModuleSection): section is ModuleSection & Section =>
    section.to !== undefined && on.includes(section.module);

/** The entries that are links in a clinic with these modules. */
export const openSections = (on: readonly Module[]): readonly Section[] => [
  ...sections,
  ...moduleSections.filter(isOpen(on)),
];

/** The entries that cannot be pressed there. */
export const disabledSections = (
  on: readonly Module[],
): readonly Pick<Section, 'label' | 'icon'>[] =>
  moduleSections.filter((section) => !isOpen(on)(section));
