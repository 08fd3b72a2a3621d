import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { useListExamTemplatesQuery, type ExamTemplate } from '@/api/generated';
import { Button } from '@/components/Button';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { SelectInput } from '@/components/SelectInput';

/** Fills the exam's empty texts from one of the clinic's templates; `fill` returns how many it filled. */
export function UseTemplate({ fill }: { fill: (template: ExamTemplate) => number }) {
  const query = useListExamTemplatesQuery();
  const { data: templates, isError } = query;
  const [chosen, setChosen] = useState('');
  const [outcome, setOutcome] = useState('');
  const template = templates?.find(({ id }) => String(id) === chosen);

  if (isError && !templates)
    return <QueryFailure what="The exam templates could not be loaded." query={query} />;
  // As high as what comes: if the vitals moved down as somebody presses, the press would be lost.
  if (!templates)
    return (
      <Box sx={{ flex: '0 1 332px' }}>
        <PartSkeleton label="Loading the templates" height={48} />
      </Box>
    );
  if (!templates.length) return null;
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 0.5, flex: '0 1 332px' }}
    >
      <Box sx={{ flex: '1 1 150px', maxWidth: 280 }}>
        <SelectInput
          label="Use a template"
          placeholder="Choose a template"
          options={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen}
          onChange={setChosen}
        />
      </Box>
      {/* Not on change: arrow keys pass through every template on the way to the wanted one. */}
      <Button
        disabled={!template}
        onClick={() => template && setOutcome(outcomeText(fill(template), template.name))}
        sx={{ px: 1, whiteSpace: 'nowrap' }}
      >
        Fill the empty texts
      </Button>
      <Typography role="status" color="textSecondary" sx={{ '&:empty': { display: 'none' } }}>
        {outcome}
      </Typography>
    </Box>
  );
}

function outcomeText(filled: number, name: string): string {
  if (filled === 0) return `“${name}” has nothing for the empty texts.`;
  return `${filled} empty ${filled === 1 ? 'text' : 'texts'} filled from “${name}”.`;
}
