import Box from '@mui/material/Box';
import type { KeyboardEvent } from 'react';

import { SelectInput } from '@/components/SelectInput';

interface Props {
  label: string;
  findings: readonly string[];
  onPick: (finding: string) => void;
}

/** A select of the clinic's common findings, which reports each choice and resets itself. */
export function FindingPicker({ label, findings, onPick }: Props) {
  if (findings.length === 0) return null;
  return (
    <Box onKeyDown={openInsteadOfChoosing}>
      <SelectInput
        label={label}
        options={findings}
        placeholder="Choose a finding"
        value=""
        onChange={(finding) => {
          if (finding) onPick(finding);
        }}
      />
    </Box>
  );
}

/** In some browsers an arrow or a letter chooses from a closed select, which would add findings by mistake. */
function openInsteadOfChoosing(event: KeyboardEvent) {
  const list = event.target;
  if (!(list instanceof HTMLSelectElement) || !('showPicker' in list)) return;
  const chooses =
    /^Arrow|^Page|^Home$|^End$/.test(event.key) || (event.key.length === 1 && event.key !== ' ');
  if (!chooses || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  list.showPicker();
}
