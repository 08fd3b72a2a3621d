import Add from '@mui/icons-material/Add';
import Stack from '@mui/material/Stack';
import { useWatch, type Control } from 'react-hook-form';

import { Button } from '@/components/Button';
import type { ExamForm, FindingField } from '@/features/exams/examForm';
import { kindOf, phrasesOf, shortened } from '@/features/exams/findings/phrases';
import { useReading } from '@/features/exams/findings/useReading';

interface Props {
  control: Control<ExamForm>;
  name: FindingField;
  /** 'Skin PE'. */
  label: string;
  findings: readonly string[];
  onAdd: (finding: string) => void;
}

const shown = 3;

/** A button for each of the first findings of the clinic's list that are not normal, and are not in the text yet. */
export function QuickFindings({ control, name, label, findings, onAdd }: Props) {
  const written = new Set(
    phrasesOf(useWatch({ control, name })).map((phrase) => phrase.toLowerCase()),
  );
  const part = name.startsWith('ros') ? 'ros' : 'pe';
  const reading = useReading();
  const offered = findings
    .filter(
      (finding) =>
        kindOf(part, finding, reading) === 'finding' && !written.has(finding.trim().toLowerCase()),
    )
    .slice(0, shown);
  if (offered.length === 0) return null;
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={`Findings of ${label}`}
      useFlexGap
      sx={{ flexWrap: 'wrap', columnGap: 1 }}
    >
      {offered.map((finding) => (
        <Button
          key={finding}
          startIcon={<Add />}
          onClick={() => onAdd(finding)}
          aria-label={`${shortened(finding)}: add to ${label}`}
          sx={{ px: 1, minWidth: 0, textAlign: 'left' }}
        >
          {shortened(finding)}
        </Button>
      ))}
    </Stack>
  );
}
