import Box from '@mui/material/Box';
import type { Control, UseFormGetValues } from 'react-hook-form';

import type { Findings } from '@/api/generated';
import { Panel } from '@/components/Panel';
import { findingJoiner } from '@/features/exams/appendFinding';
import type { ExamForm } from '@/features/exams/examForm';
import { FindingField } from '@/features/exams/FindingField';
import type { System } from '@/features/exams/systems';

interface Props {
  control: Control<ExamForm>;
  getValues: UseFormGetValues<ExamForm>;
  system: System;
  findings: Findings | undefined;
  say: (words: string) => void;
}

/** One system: what the patient reports beside what the examiner finds. */
export function ExamSystem({ control, getValues, system: { key, label }, findings, say }: Props) {
  const shared = { control, getValues, joiner: findingJoiner, say };
  return (
    <Box id={sectionId(key)} tabIndex={-1} sx={{ scrollMarginTop: 16 }}>
      <Panel title={label}>
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
          <FindingField {...shared} name={`ros_${key}`} label={`${label} ROS`} findings={findings?.ros[key] ?? []} />
          <FindingField {...shared} name={`pe_${key}`} label={`${label} PE`} findings={findings?.pe[key] ?? []} />
        </Box>
      </Panel>
    </Box>
  );
}

export function sectionId(key: string): string {
  return `exam-${key}`;
}
