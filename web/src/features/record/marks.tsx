import AccessTimeFilled from '@mui/icons-material/AccessTimeFilled';
import CheckCircle from '@mui/icons-material/CheckCircle';
import Dangerous from '@mui/icons-material/Dangerous';
import DoNotDisturbAlt from '@mui/icons-material/DoNotDisturbAlt';
import TaskAltOutlined from '@mui/icons-material/TaskAltOutlined';

import type { EntryMark } from '@/features/record/Mark';

/** The marks that many kinds of entries share, each with the word of its own. */
export const done = (word: string): EntryMark => ({ icon: <CheckCircle />, tone: 'good', word });
export const waits = (word: string): EntryMark => ({
  icon: <AccessTimeFilled />,
  tone: 'warning',
  word,
});
export const settled = (word: string): EntryMark => ({
  icon: <TaskAltOutlined />,
  tone: 'quiet',
  word,
});
export const ended = (word: string): EntryMark => ({
  icon: <DoNotDisturbAlt />,
  tone: 'quiet',
  word,
});
export const late = (word: string): EntryMark => ({ icon: <Dangerous />, tone: 'late', word });
