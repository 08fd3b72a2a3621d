import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import { useWatch, type Control } from 'react-hook-form';

import { Button } from '@/components/Button';
import type { ExamForm } from '@/features/exams/examForm';
import { sectionId } from '@/features/exams/ExamSystem';
import { systems } from '@/features/exams/systems';

/** Jumps to a system, and shows which are written already. */
export function SectionLinks({ control }: { control: Control<ExamForm> }) {
  const form = useWatch({ control });
  return (
    <Box component="nav" aria-label="Systems">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, ml: -1.5, '& .MuiButton-startIcon': { ml: 0 } }}>
        {systems.map(({ key, label }) => {
          const written = Boolean(form[`ros_${key}`]?.trim() || form[`pe_${key}`]?.trim());
          return (
            <Button
              key={key}
              color={written ? 'primary' : 'inherit'}
              onClick={() => goTo(sectionId(key))}
              startIcon={written ? <CheckCircleOutlined /> : undefined}
              aria-label={written ? `${label}, written` : label}
              style={{ paddingInline: 12, minWidth: 0 }}
            >
              {label}
            </Button>
          );
        })}
      </Box>
    </Box>
  );
}

// Not a link with a '#': the router would treat it as leaving a form with unsaved work.
function goTo(id: string) {
  const section = document.getElementById(id);
  section?.focus({ preventScroll: true });
  section?.scrollIntoView({ block: 'start' });
}
