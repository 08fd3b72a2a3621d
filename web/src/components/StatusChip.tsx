import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import RemoveCircleOutlined from '@mui/icons-material/RemoveCircleOutlined';
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import type { ReactElement } from 'react';

import { Tag } from '@/components/Tag';

type Tone = 'success' | 'warning' | 'neutral' | 'danger';

interface Props {
  tone: Tone;
  label: string;
  icon?: ReactElement;
}

const looks = {
  success: { icon: <CheckCircleOutlined />, color: 'success' },
  warning: { icon: <ScheduleOutlined />, color: 'warning' },
  neutral: { icon: <RemoveCircleOutlined />, color: 'default' },
  danger: { icon: <ErrorOutlined />, color: 'error' },
} as const;

/** A state in a word and an icon, never in colour alone. */
export function StatusChip({ tone, label, icon }: Props) {
  const look = looks[tone];
  return <Tag label={label} icon={icon ?? look.icon} color={look.color} />;
}
